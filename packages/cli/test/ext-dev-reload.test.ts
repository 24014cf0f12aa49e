import { readFileSync } from "node:fs";
import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeExtension, writeFiles } from "./support/extensions.js";
import { makeFolder } from "./support/run-zot.js";
import { startZot } from "./support/start-zot.js";
import { makeExtension, processesIn } from "./support/dev-extension.js";

describe("zot ext dev while the extension changes", () => {
  test("a change starts it anew; the new version answers", async () => {
    const dir = await makeExtension();
    const zot = await startZot(["ext", "dev", dir], { stdin: "pipe" });
    await zot.waitFor(/• ready/);
    const program = readFileSync(join(dir, "main.mjs"), "utf8");
    await writeFile(join(dir, "main.mjs"), program.replace('"hi "', '"moin "'));
    await zot.waitFor(/• changed: main\.mjs[\s\S]*• reloaded/);
    zot.write("/alpha-hi Ada\n");
    await zot.waitFor(/= moin Ada/);
    zot.signal("SIGTERM");
    expect((await zot.finished).code).toBe(143);
    expect(processesIn(dir)).toEqual([]);
  });

  test("a version that fails leaves the old one in charge, and the next good one takes over", async () => {
    const dir = await makeExtension();
    const zot = await startZot(["ext", "dev", dir], { stdin: "pipe" });
    await zot.waitFor(/• ready/);
    const program = readFileSync(join(dir, "main.mjs"), "utf8");
    await writeFile(join(dir, "main.mjs"), "this is no JavaScript");
    await zot.waitFor(/✗ not reloaded, the old one goes on: exit code 1/);
    zot.write("/alpha-hi Ada\n");
    await zot.waitFor(/= hi Ada/);
    await writeFile(join(dir, "extension.json"), "{");
    await zot.waitFor(/✗ not reloaded, the old one goes on: extension\.json/);
    await writeFiles(dir, {
      "extension.json": '{ "name": "alpha", "exec": "node", "args": ["main.mjs", "alpha"] }',
      "main.mjs": program.replace('"hi "', '"moin "'),
    });
    await zot.waitFor(/• reloaded/);
    zot.write("/alpha-hi Ada\n");
    await zot.waitFor(/= moin Ada/);
    zot.signal("SIGINT");
    expect((await zot.finished).code).toBe(130);
    expect(processesIn(dir)).toEqual([]);
  });

  test("one that can't start at first is waited for", async () => {
    const dir = join(await makeFolder(), "alpha");
    await writeFiles(dir, { "extension.json": "{" });
    const zot = await startZot(["ext", "dev", dir], { stdin: "pipe" });
    await zot.waitFor(/✗ not started, waiting for a change: extension\.json/);
    zot.write("/alpha-hi Ada\n");
    await zot.waitFor(/✗ it is not running/);
    await writeExtension(dir, { name: "alpha" });
    await zot.waitFor(/• ready/);
    zot.write("quit\n");
    expect((await zot.finished).code).toBe(0);
  });

  test("another name in the manifest is a new extension, and the old one ends", async () => {
    const dir = await makeExtension();
    const zot = await startZot(["ext", "dev", dir], { stdin: "pipe" });
    await zot.waitFor(/• ready/);
    await writeExtension(dir, { name: "beta" });
    await zot.waitFor(/• reloaded/);
    zot.write("/beta-hi Ada\n");
    await zot.waitFor(/= hi Ada/);
    expect(processesIn(dir)).toHaveLength(process.platform === "linux" ? 1 : 0);
    zot.write("quit\n");
    await zot.finished;
  });

  test("new folders are watched, node_modules and .git are not, renames count", async () => {
    const dir = await makeExtension();
    await mkdir(join(dir, "node_modules"));
    await mkdir(join(dir, ".git"));
    const zot = await startZot(["ext", "dev", dir]);
    await zot.waitFor(/• ready/);
    await writeFiles(dir, { "node_modules/x.js": "", ".git/HEAD": "" });
    await writeFiles(dir, { "lib/deep/a.js": "1" });
    await zot.waitFor(/changed: [^\n]*lib\/deep\/a\.js[\s\S]*• reloaded/);
    await appendFile(join(dir, "lib/deep/a.js"), "2");
    await zot.waitFor(/• reloaded[\s\S]*changed: lib\/deep\/a\.js\n[\s\S]*• reloaded/);
    await writeFile(join(dir, "draft"), "x");
    await rename(join(dir, "draft"), join(dir, "lib/b.js"));
    const shown = await zot.waitFor(/changed: lib\/b\.js/);
    expect(shown).not.toMatch(/changed: [^\n]*(node_modules|\.git)/);
    zot.signal("SIGINT");
    await zot.finished;
  });

  test("--no-watch leaves it as it is until reload is typed", async () => {
    const dir = await makeExtension();
    const zot = await startZot(["ext", "dev", dir, "--no-watch"], { stdin: "pipe" });
    await zot.waitFor(/• ready/);
    const program = readFileSync(join(dir, "main.mjs"), "utf8");
    await writeFile(join(dir, "main.mjs"), program.replace('"hi "', '"moin "'));
    zot.write("/alpha-hi Ada\nreload\n/alpha-hi Bob\n");
    const shown = await zot.waitFor(/= moin Bob/);
    expect(shown).toContain("= hi Ada");
    expect(shown).not.toContain("changed:");
    zot.endInput();
    expect((await zot.finished).code).toBe(0);
  });

  test("an extension that writes to its own folder at every start is not started forever", async () => {
    const program = `
      import { writeFileSync } from "node:fs";
      writeFileSync("state.json", String(Math.random()));
      console.log(JSON.stringify({ type: "hello", name: "alpha", version: "1" }));
      setTimeout(() => console.log('{"type":"ready"}'), 400);
      process.stdin.on("end", () => process.exit(0)).resume();`;
    const dir = await makeExtension();
    await writeFiles(dir, { "main.mjs": program });
    const zot = await startZot(["ext", "dev", dir]);
    await zot.waitFor(/state\.json changes at every start, so it is not watched any more/);
    zot.signal("SIGINT");
    await zot.finished;
  });

  test("without anybody to type it goes on until a signal comes", async () => {
    const dir = await makeExtension();
    const zot = await startZot(["ext", "dev", dir]);
    await zot.waitFor(/• ready/);
    await appendFile(join(dir, "main.mjs"), "\n");
    await zot.waitFor(/• reloaded/);
    zot.signal("SIGINT");
    expect((await zot.finished).code).toBe(130);
    expect(processesIn(dir)).toEqual([]);
  });
});
