import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks a question and reads one line; on a terminal, what is typed is not shown. */
export function readSecret(
  question: string,
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream,
): Promise<string> {
  output.write(question);
  const silent = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const terminal = input.isTTY === true;
  const lines = createInterface({ input, output: silent, terminal });
  return new Promise((resolve) => {
    let answer = "";
    lines.once("line", (line) => {
      answer = line;
      lines.close();
    });
    lines.once("SIGINT", () => {
      lines.close();
    });
    lines.once("close", () => {
      if (terminal) output.write("\n");
      resolve(answer);
    });
  });
}
