import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { newStore, writeSession } from "./helpers/sessions.js";

const LENGTH = 300_000;
/** The program is ended then; no assertion looks at how long it took. */
const LIMIT_MS = 60_000;

const times = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length));

/** Texts that make a careless reader of markdown look at the same characters over and over again. */
const HARD: readonly string[] = [
  times("> "),
  times("*a "),
  times("**a "),
  times("*a **b "),
  times("["),
  times("!["),
  times("[a](http://b"),
  times("[a](http://b "),
  times("`"),
  ` \`${times("a")}`,
  times("<"),
  `\`\`\`${times("a")}\u2028`,
  `\`\`\`${times(" ")}\u2028x`,
  `# ${times("#")}b`,
  `# a${times(" ")}b`,
  `- ${times(" ")}\u2028`,
  `1${times("1")}`,
  `a|b\n${times("-")}x`,
  `a|b\n${times(" ")}x`,
  `${times("a|")}\n${times("-|")}\n`,
  times("- a\n"),
  times("- "),
  times("word\n"),
  times("a\u0301"),
];

test(
  "R11: a page is made of any markdown in work that grows with its length",
  { timeout: LIMIT_MS + 30_000 },
  async () => {
    const store = newStore();
    const path = await writeSession(
      store,
      HARD.map((text) => ({ text })),
      { prompts: HARD.map((_, at) => `prompt ${at}`) },
    );
    const program = `
      import { readFileSync } from "node:fs";
      import { SessionStore } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
      const [path, cwd] = process.argv.slice(1);
      const store = new SessionStore({ home: cwd, cwd });
      const page = readFileSync(await store.exportHtml(path, path + ".html"), "utf8");
      process.stdout.write(String(page.split('<section class="assistant"').length - 1));`;
    const args = ["--input-type=module", "-e", program, path, store.folder];
    const run = spawnSync(process.execPath, args, { timeout: LIMIT_MS, killSignal: "SIGKILL" });
    expect(run.stderr.toString()).toBe("");
    expect(run.stdout.toString()).toBe(String(HARD.length));
  },
);
