import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { follow } from "./follow.mjs";
import { openInTerminal } from "./open-in-terminal.mjs";
import { readSteps } from "./read-page.mjs";
import { run } from "./run.mjs";
import { makeWidePng } from "./wide-png.mjs";

/** The tarball of the command in an empty folder, with npm alone. */
export async function checkCommand({ scratch, packages, env }) {
  const cwd = join(scratch, "command");
  mkdirSync(cwd);
  const { tarball, manifest } = packages.find(({ name }) => name === "zot");
  const zot = (...args) =>
    run("npx", ["--yes", "--package", tarball, "zot", ...args], { cwd, env });
  const call = (tool, args) => [
    "-p",
    "--provider",
    "offline",
    `call ${tool} ${JSON.stringify(args)}`,
  ];

  assert.equal(await zot("--version"), `${manifest.version}\n`);
  assert.match(await zot("-p", "--provider", "offline", "hi"), /offline model/);

  writeFileSync(join(cwd, "wide.png"), makeWidePng(2_400));
  const shown = await zot(...call("read", { path: "wide.png" }));
  assert.match(shown, /2400 × 1, scaled down to 2000 × 1/, "what scales images is packed");

  for (const language of ["js", "ts", "py", "sh"]) {
    const folder = join(cwd, `new-${language}`);
    const told = await zot("ext", "init", `new-${language}`, "--lang", language);
    for (const [, command] of told.matchAll(/^ {2}cd \S+ && (.+?) {2,}/gm)) {
      await run("sh", ["-e", "-c", command], { cwd: folder, env });
    }
    const page = readFileSync(join(folder, "README.md"), "utf8");
    await follow(readSteps(page), { folder, env });
  }
  const { dependencies } = JSON.parse(readFileSync(join(cwd, "new-ts/package.json"), "utf8"));
  assert.equal(dependencies["@zot/ext"], `^${manifest.version}`, "a new extension fits this zot");
  await openInTerminal(`npx --yes --package '${tarball}' zot --no-session`, { cwd, env });
  return `npx zot ${manifest.version} answers, scales, starts extensions and opens a screen`;
}
