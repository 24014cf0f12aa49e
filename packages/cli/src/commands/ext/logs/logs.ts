import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sanitize } from "@zot/tui/sanitize";
import { EXTENSION_NAME } from "@zot/sdk/extensions";
import { findNearest } from "../../../args/nearest.js";
import { CliError, EXIT, UsageError } from "../../../errors.js";
import { onSignals } from "../../../modes/signals.js";
import { defineCommand, type Place } from "../command.js";
import { listFolders } from "../find-extension.js";
import { followFile } from "./follow-file.js";
import { LineCutter, readTail } from "./log-lines.js";
import { note } from "../show.js";

export const logs = defineCommand({
  usage: "logs <name> [-f] [-n LINES]",
  details: `Shows the end of an extension's log: what it wrote to stderr, and zot's own notes about it.
The log is a file: $ZOT_HOME/logs/ext-<name>.log`,
  flags: {
    follow: { short: "f", group: "other", help: "go on with what is added, until ctrl+c" },
    lines: { short: "n", takes: "N", group: "other", help: "how many lines to begin with (200)" },
  },
  words: { min: 1, max: 1, missing: "the name of an extension" },
  async run({ options, words: [word = ""] }, place) {
    const lines = readCount(options.lines ?? "200");
    const name = resolveName(word, place);
    const path = join(place.zotHome, "logs", `ext-${name}.log`);
    const isThere = existsSync(path);
    if (!isThere && !options.follow) throw new CliError(explainMissing(name, place));
    const stop = new AbortController();
    const signals = onSignals(() => {
      stop.abort();
    });
    const output = new LogOutput();
    let from = 0;
    if (isThere) {
      const tail = readTail(path, lines);
      from = tail.end;
      await output.write(tail.bytes);
    } else {
      note(`${name} has no log yet; waiting for it`);
    }
    if (!options.follow) {
      output.end();
      signals.dispose();
      return signals.exitCode ?? EXIT.ok;
    }
    process.stdout.on("error", () => {
      stop.abort();
    });
    await followFile(path, { from, signal: stop.signal, onBytes: (bytes) => output.write(bytes) });
    signals.dispose();
    return signals.exitCode ?? EXIT.ok;
  },
});

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--lines takes a number, not "${text}"`);
}

/** Logs go by the manifest's name; people also know the folder's. */
function resolveName(word: string, place: Place): string {
  const named = (["project", "global"] as const)
    .flatMap((scope) => listFolders(place, scope))
    .filter(({ manifest }) => manifest !== undefined);
  const isName = named.some(({ manifest }) => manifest?.name === word);
  const byFolder = named.find(({ folder }) => folder === word)?.manifest?.name;
  const name = isName ? word : (byFolder ?? word);
  if (!EXTENSION_NAME.test(name)) {
    throw new UsageError(`"${word}" can't be the name of an extension`);
  }
  return name;
}

function explainMissing(name: string, { zotHome }: Place): string {
  const dir = join(zotHome, "logs");
  const files = existsSync(dir) ? readdirSync(dir) : [];
  const names = files.flatMap((file) => /^ext-(.*)\.log$/.exec(file)?.[1] ?? []);
  const near = findNearest(name, names);
  if (near !== undefined) return `"${name}" has no log; did you mean ${near}?`;
  return `"${name}" has no log; ${names.length > 0 ? `there are: ${names.join(", ")}` : "there are none yet"}`;
}

/** As it is for a program; line by line and made safe for a terminal. */
class LogOutput {
  readonly #cutter = process.stdout.isTTY ? new LineCutter() : undefined;

  async write(bytes: Buffer): Promise<void> {
    const lines = this.#cutter?.push(bytes);
    if (process.stdout.write(lines?.map(makeSafe).join("") ?? bytes)) return;
    await once(process.stdout, "drain").catch(() => undefined);
  }

  /** What has no line end yet. */
  end(): void {
    for (const line of this.#cutter?.flush() ?? []) process.stdout.write(makeSafe(line));
  }
}

function makeSafe(line: string): string {
  return `${sanitize(line, { styles: true })}\x1b[0m\n`;
}
