const real = Object.getOwnPropertyDescriptor(process, "stdout");
let isOurs = false;
let isShared = false;

/**
 * From here on `process.stdout`, and so `console.log`, is stderr: on stdout a stray line would stand between frames.
 * The stream itself is not touched, because opening it costs a start-up several milliseconds.
 */
export function claimStdout(): void {
  if (isOurs || isShared) return;
  isOurs = true;
  Object.defineProperty(process, "stdout", {
    configurable: true,
    enumerable: true,
    get: () => process.stderr,
  });
}

/** Also mends a stream that someone got hold of before it was claimed. */
export function silenceStdout(): void {
  releaseStdout();
  const stream = process.stdout;
  stream.write = process.stderr.write.bind(process.stderr);
  claimStdout();
}

/** Gives stdout back, for good with `keep`: a test runner reports its results there. */
export function releaseStdout({ keep = false } = {}): void {
  isShared ||= keep;
  if (!isOurs || !real) return;
  isOurs = false;
  Object.defineProperty(process, "stdout", real);
}
