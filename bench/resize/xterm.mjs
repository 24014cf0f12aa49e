import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The cell of the font that every X server has built in. */
const CELL = [6, 13];
/** Media copy: all pages, which here means scrollback and screen. */
const PRINT_ALL = "\x1b[?11i";

async function until(isThere) {
  for (let left = 1000; !isThere(); left -= 1) {
    if (left === 0) throw new Error("xterm did not answer");
    await wait(10);
  }
}

/** The terminal of X, under a display in memory. It prints what it shows to a file, when asked on its tty. */
export async function openXterm({ command, cwd, env, columns, rows, display }) {
  const names = ["place", "printed", "ended"];
  const [place, printed, ended] = names.map((name) => join(cwd, `xterm.${name}`));
  const start = join(cwd, "xterm.start");
  writeFileSync(
    start,
    `echo "$(tty) $WINDOWID" > '${place}.new'\nmv '${place}.new' '${place}'\nexec "$@"\n`,
  );
  const resources = {
    internalBorder: 0,
    scrollBar: false,
    saveLines: 50_000,
    font: "fixed",
    printAttributes: 0,
    printerCommand: `cat > '${printed}'; touch '${ended}'`,
  };
  const settings = Object.entries(resources).flatMap(([key, value]) => [
    "-xrm",
    `XTerm*${key}: ${value}`,
  ]);
  const size = `${columns}x${rows}`;
  const xterm = spawn(
    "xterm",
    ["-u8", "-geometry", size, ...settings, "-e", "sh", start, ...command],
    { cwd, env: { ...env, DISPLAY: display.name }, stdio: "ignore" },
  );
  const gone = once(xterm, "exit");
  await until(() => existsSync(place));
  const [tty, window] = readFileSync(place, "utf8").trim().split(" ");
  return {
    resize(toColumns, toRows) {
      display.resizeWindow(Number(window), toColumns * CELL[0], toRows * CELL[1]);
    },
    async rows() {
      rmSync(ended, { force: true });
      writeFileSync(tty, PRINT_ALL);
      await until(() => existsSync(ended));
      // The second cell of a wide character is printed as this.
      const all = readFileSync(printed, "utf8").replaceAll("\uffff", "").split(/\r?\n/);
      while (all.at(-1)?.trim() === "") all.pop();
      return all.map((row) => row.trimEnd());
    },
    async close() {
      xterm.kill("SIGTERM");
      await gone;
    },
  };
}
