import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Characters that open a string for a terminal, and what may stand between them, but never its end. */
const OPENINGS: Readonly<Record<string, string>> = {
  "8-bit OSC": "\x9d",
  "8-bit DCS": "\x90",
  "8-bit SOS, PM and APC": "\x98\x9e\x9f",
  "7-bit OSC": "\x1b]",
  "7-bit DCS, SOS, PM, APC": "\x1bP\x1bX\x1b^\x1b_",
  "OSC with text": "\x9d0;title",
  "tmux passthrough": "\x1bPtmux;",
  "doubled tmux passthrough": "\x1b\x1bPtmux;",
  "CSI without an end": "\x9b0;",
  "CSI with a long list": "\x1b[1;",
  "escape characters": "\x1b",
  intermediates: "\x1b    ",
  "carriage returns": "\r",
  "lone surrogates": "\ud800",
};
/** A scan that begins anew at each of these would take many minutes; one that never goes back takes a moment. */
const LENGTH = 300_000;
/** The program is ended then; no assertion looks at how long it took. */
const LIMIT_MS = 100_000;

const sanitizer = fileURLToPath(new URL("../dist/sanitize.js", import.meta.url));
const program = `
  const { sanitize, oneLine, visible, visibleLine } = await import(process.argv[1]);
  for (const [name, unit] of Object.entries(JSON.parse(process.argv[2]))) {
    const text = unit.repeat(Math.ceil(${LENGTH} / unit.length));
    for (const end of ["", "\\x07", "\\x1b\\\\", "\\x18"]) {
      for (const clean of [sanitize, oneLine, visible, visibleLine]) clean(text + end);
      sanitize(text + end, { styles: true });
    }
    process.stdout.write(name + "\\n");
  }`;

test(
  "R10: 300,000 characters that begin control strings and never end them are cleaned in one go",
  { timeout: LIMIT_MS + 20_000 },
  () => {
    const args = ["--input-type=module", "-e", program, sanitizer, JSON.stringify(OPENINGS)];
    const run = spawnSync(process.execPath, args, { timeout: LIMIT_MS, killSignal: "SIGKILL" });
    expect(run.stderr.toString()).toBe("");
    expect(run.stdout.toString().trim().split("\n")).toEqual(Object.keys(OPENINGS));
  },
);
