/** On `globalThis`, because the package's two entries are bundled apart and share no module. */
const SHARED = Symbol.for("@zot/ext: stdout belongs to someone else too");
const real = Object.getOwnPropertyDescriptor(process, "stdout");
let isClaimed = false;

/**
 * From here on `process.stdout`, and so `console.log`, is stderr: on stdout a stray line would stand between frames.
 * The stream itself is not touched, because opening it costs a start-up several milliseconds.
 */
export function claimStdout(): void {
  if (isClaimed) return;
  isClaimed = true;
  Object.defineProperty(process, "stdout", {
    configurable: true,
    enumerable: true,
    get: (): unknown => (Reflect.has(globalThis, SHARED) ? openReal() : process.stderr),
  });
}

/** Also mends a stream that someone got hold of before it was claimed. */
export function silenceStdout(): void {
  claimStdout();
  openReal().write = process.stderr.write.bind(process.stderr);
}

/** Stdout stays what it is, claimed before or after: a test runner reports its results there. */
export function shareStdout(): void {
  Reflect.set(globalThis, SHARED, true);
}

function openReal(): NodeJS.WriteStream {
  return real?.get?.call(process) as NodeJS.WriteStream;
}
