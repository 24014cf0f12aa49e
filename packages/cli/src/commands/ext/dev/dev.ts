import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MANIFEST_FILE, readManifest } from "@zot/sdk/extensions";
import { visibleLine } from "@zot/tui/sanitize";
import { CliError, EXIT } from "../../../errors.js";
import { onSignals } from "../../../modes/signals.js";
import { renderCommandLine } from "../../../render-command-line.js";
import { defineCommand } from "../command.js";
import { answer, renderRegistrations } from "./answer.js";
import { HELP, readLine, type Request } from "./read-line.js";
import { Reloads } from "./reloads.js";
import { Screen } from "./screen.js";
import { DevSession } from "./session.js";
import { showEvent } from "./show-event.js";
import { watchFolder } from "./watch-folder.js";

export const dev = defineCommand({
  usage: "dev <path> [--no-watch]",
  details: `Runs one extension and shows its frames and its log as they happen. When its files change it is started
anew; the old one goes on until the new one is ready, and stays if the new one fails.

Type to poke it, or pipe lines in; after the last piped line it stops, with exit code 1 if one failed:

${HELP.replace(/^/gm, "  ")}`,
  flags: { "no-watch": { group: "other", help: "don't start it anew when its files change" } },
  words: { min: 1, max: 1, missing: "an extension's folder" },
  async run({ options, words: [path = ""] }, place) {
    const dir = findFolder(path);
    const ending = new Ending();
    const signals = onSignals(() => {
      ending.end(EXIT.interrupted);
    });
    const session = new DevSession({
      place,
      dir,
      onEvent: (event) => {
        showEvent(event, screen);
      },
      onLogLine: (line) => {
        if (line.trim() !== "") screen.show("│", line, "dim");
      },
    });
    const reloads = new Reloads(session, (mark, text, style) => {
      screen.show(mark, text, style);
    });
    let lines = Promise.resolve();
    let asked = 0;
    let failed = 0;
    const screen = new Screen({
      complete: (start) => complete(start, session),
      onInterrupt: () => {
        ending.end(EXIT.interrupted);
      },
      onLine: (line) => {
        asked += 1;
        lines = lines.then(async () => {
          if (!(await obey(line))) failed += 1;
          screen.prompt();
        });
      },
      onEnd: () => {
        // With nobody there to type, it goes on until a signal comes.
        if (asked === 0 && !process.stdin.isTTY) return;
        void lines.then(() => {
          ending.end(failed === 0 || process.stdin.isTTY ? EXIT.ok : EXIT.failed);
        });
      },
    });

    /** Whether it went well. */
    async function obey(line: string): Promise<boolean> {
      const request = readLine(line);
      if (request === undefined) return true;
      if ("problem" in request) {
        screen.show("✗", request.problem, "red");
        return false;
      }
      await session.settled();
      return carryOut(request);
    }

    async function carryOut(request: Request): Promise<boolean> {
      if (request.kind === "do") {
        if (request.what === "reload") return reloads.reload();
        if (request.what === "help") screen.show("?", HELP);
        else ending.end(EXIT.ok);
        return true;
      }
      if (!session.host) {
        screen.show("✗", "it is not running", "red");
        return false;
      }
      const { text, ok } = await answer(session.host, request);
      screen.show(ok ? "=" : "✗", text, ok ? "bold" : "red");
      return ok;
    }

    const watch = options["no-watch"] ? undefined : watchFolder(dir, reloads.changed);
    screen.show("•", describe(dir, watch !== undefined));
    lines = reloads.reload().then(() => {
      if (session.isReady() && session.host) screen.show("•", renderRegistrations(session.host));
      screen.prompt();
    });
    try {
      const code = await ending.reached;
      return signals.exitCode ?? code;
    } finally {
      watch?.close();
      screen.close();
      await session.stop();
      signals.dispose();
    }
  },
});

function findFolder(path: string): string {
  const absolute = resolve(path);
  const dir = absolute.endsWith(MANIFEST_FILE) ? resolve(absolute, "..") : absolute;
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliError(`there is no folder "${path}"`);
  }
  if (!statSync(join(dir, MANIFEST_FILE), { throwIfNoEntry: false })) {
    throw new CliError(
      `there is no ${MANIFEST_FILE} in "${path}"; zot ext init writes an extension`,
    );
  }
  return dir;
}

function describe(dir: string, watches: boolean): string {
  const read = readManifest(dir, { mayBeLinked: true });
  const what = read.ok
    ? `${read.manifest.name} ${visibleLine(read.manifest.version ?? "")}: ${renderCommandLine(read.manifest)}`
    : `not an extension yet: ${visibleLine(read.reason)}`;
  return `${what}\n${watches ? "watching" : "in"} ${dir}; help shows what to type`;
}

function complete(start: string, { host }: DevSession): string[] {
  const tools = (host?.tools() ?? []).flatMap(({ name }) => [`call ${name} `, `guard ${name} `]);
  const commands = (host?.commands() ?? []).map(({ name }) => `/${name} `);
  const words = ["event ", "key ", "list", "reload", "help", "quit"];
  return [...commands, ...tools, ...words].filter((line) => line.startsWith(start));
}

/** The first reason to end is the one that counts. */
class Ending {
  readonly reached: Promise<number>;
  #end: (code: number) => void = () => undefined;

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(code: number): void {
    this.#end(code);
  }
}
