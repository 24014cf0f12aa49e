import { fstatSync } from "node:fs";
import { say } from "../output.js";

/** How long a pipe may stay silent before a prompt on the command line is taken for the whole of it. */
const FIRST_BYTE_MS = 3_000;

/** A prompt, and what of it was typed: a person or a program wrote that on purpose. */
export interface Prompt {
  text: string;
  typed: string;
}

/**
 * The prompt of a run without a user: the words of the command line, then what was piped in.
 * Programs that start us often leave an idle pipe on our stdin: where there are words, a pipe that
 * says nothing is not waited for.
 */
export async function joinPipedInput(words: string): Promise<Prompt> {
  if (!isPiped()) return { text: words, typed: words };
  const piped = await readStdin(words === "" ? undefined : FIRST_BYTE_MS);
  const text = [words, piped].filter((part) => part.trim() !== "").join("\n\n");
  return { text, typed: words };
}

function isPiped(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false; // stdin is closed
  }
}

function readStdin(firstByteMs: number | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const finish = () => {
      clearTimeout(timer);
      process.stdin.removeAllListeners();
      process.stdin.pause();
      // A file has no such thing, a pipe would keep the process alive.
      if ("unref" in process.stdin) process.stdin.unref();
      resolve(Buffer.concat(chunks).toString("utf8"));
    };
    const giveUp = () => {
      say(
        `zot: nothing was piped in for ${FIRST_BYTE_MS / 1000} s: going on with the prompt alone. ` +
          "To wait for a slow command, pipe in the prompt as well; to pipe in nothing, use < /dev/null",
      );
      finish();
    };
    const timer = firstByteMs === undefined ? undefined : setTimeout(giveUp, firstByteMs);
    process.stdin.on("data", (chunk: Buffer) => {
      clearTimeout(timer);
      chunks.push(chunk);
    });
    process.stdin.on("end", finish);
    process.stdin.on("error", reject);
  });
}
