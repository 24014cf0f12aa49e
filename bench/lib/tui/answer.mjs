// The same long markdown answer for every toolkit, cut into pieces as a model sends them.
const PARAGRAPH =
  "The **renderer** writes finished rows once and redraws only the *tail*, the editor and the status; see `screen.ts` for how it counts rows, and why a resize needs care. ";
const LIST = "- first point with `code`\n- second point, a bit longer than the first\n- third\n\n";
const CODE =
  "```ts\nexport function add(a: number, b: number): number {\n  // the sum\n  return a + b;\n}\n```\n\n";
const TABLE = "| name | value |\n|---|---|\n| one | 1 |\n| two | 2 |\n\n";

export const DELTAS = 20_000;
export const COLUMNS = 100;
export const ROWS = 40;

/** 20,000 pieces of five characters each. */
export function deltas() {
  let text = "";
  for (let at = 1; text.length < DELTAS * 5; at += 1) {
    text += `## Part ${at}\n\n${PARAGRAPH.repeat(3)}\n\n${LIST}${CODE}${TABLE}`;
  }
  return Array.from({ length: DELTAS }, (_, at) => text.slice(at * 5, at * 5 + 5));
}

/**
 * Five pieces a millisecond by the clock, faster than any model, in bunches as a socket delivers them; who is slow gets
 * more of them at once. `flush` comes after each bunch.
 */
export async function feed(push, flush = () => undefined) {
  const all = deltas();
  const started = performance.now();
  for (let at = 0; at < all.length;) {
    const due = Math.min(all.length, Math.ceil((performance.now() - started) * 5));
    for (; at < due; at += 1) push(all[at]);
    flush();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const transcript = Array.from(
  { length: 5000 },
  (_, at) => `line ${at} of a transcript with some words in it`,
);

/** Types keys one by one; `written` resolves when the echo has been written. Returns the median in ms. */
export async function typeKeys(type, written) {
  const times = [];
  for (let at = 0; at < 80; at += 1) {
    const key = String.fromCharCode(97 + (at % 26));
    const echo = written(key);
    const started = performance.now();
    type(key);
    await echo;
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

/** A place to write to: counts, and tells when a text comes by. */
export class Sink {
  bytes = 0;
  #wanted;
  write(data) {
    this.bytes += Buffer.byteLength(data);
    if (this.#wanted && data.includes(this.#wanted.text)) {
      this.#wanted.resolve();
      this.#wanted = undefined;
    }
    return true;
  }
  written(text) {
    return new Promise((resolve) => {
      this.#wanted = { text, resolve };
    });
  }
}

/** Runs what the command line asks for and prints the result. */
export async function runScenario({ stream, echo }) {
  const [, , scenario] = process.argv;
  if (scenario === "echo") {
    console.log(JSON.stringify({ echo: await echo() }));
  } else {
    const before = process.cpuUsage();
    const bytes = await stream();
    const { user, system } = process.cpuUsage(before);
    console.log(
      JSON.stringify({ cpu: (user + system) / 1000, bytes, memory: process.memoryUsage().rss }),
    );
  }
  process.exit(0);
}
