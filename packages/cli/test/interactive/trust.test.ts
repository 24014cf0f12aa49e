import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const args = ["--provider", "offline"];

/** A project whose extension leaves a word in a file each time that it runs. */
function makeProject() {
  const cwd = makeFolder();
  const home = makeFolder();
  const mark = join(makeFolder(), "ran");
  const dir = join(cwd, ".zot/extensions/canary");
  mkdirSync(dir, { recursive: true });
  const program = `
    require("node:fs").appendFileSync(${JSON.stringify(mark)}, "first ");
    const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
    send({ type: "hello", name: "canary", version: "1" });
    send({ type: "register_command", name: "canary", description: "is up" });
    send({ type: "ready" });
    process.stdin.on("end", () => process.exit(0)).resume();`;
  writeFileSync(join(dir, "main.cjs"), program);
  const manifest = { name: "canary", exec: "node", args: ["main.cjs"] };
  writeFileSync(join(dir, "extension.json"), JSON.stringify(manifest));
  return {
    cwd,
    home,
    dir,
    program,
    ran: () => (existsSync(mark) ? readFileSync(mark, "utf8") : ""),
  };
}

test("R6: one that can load code from outside is asked about each time, and the question says why", async () => {
  const { cwd, home, dir, ran } = makeProject();
  symlinkSync("../../../lib", join(dir, "lib"));
  mkdirSync(join(cwd, "lib"));
  for (const runs of ["first ", "first first "]) {
    const zot = new ZotScreen(args, { cwd, home, columns: 120 });
    const question = await zot.waitFor("Trust this extension? canary");
    expect(question.replace(/[\s│]+/g, " ")).toContain(
      "zot asks each time, because trust in its folder would not cover this: lib is a link that leads out of its folder.",
    );
    expect(question).not.toContain("until it changes");
    zot.type("a");
    zot.type("y");
    await zot.waitFor((screen) => !screen.includes("Trust this") && ran() === runs);
    await zot.leave();
  }
  expect(existsSync(join(home, "trust.json"))).toBe(false);
});

test("R7: what is swapped while the question stands on the screen is asked about again, and does not run", async () => {
  const { cwd, home, dir, program, ran } = makeProject();
  const zot = new ZotScreen(args, { cwd, home, columns: 120 });
  await zot.waitFor("Trust this extension? canary");
  writeFileSync(join(dir, "main.cjs"), program.replace("first", "swapped"));
  zot.type("a");
  await zot.waitFor("has changed since you trusted it");
  zot.type("n");
  await zot.waitFor((screen) => !screen.includes("Trust this"));
  zot.send("/canary");
  await zot.waitFor('unknown command "/canary"');
  await zot.leave();
  expect(ran()).toBe("");
  expect(existsSync(join(home, "trust.json"))).toBe(false);
});
