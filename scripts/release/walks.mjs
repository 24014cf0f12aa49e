// Newcomers, each with a page of ours and nothing else.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { follow, tryStep } from "./follow.mjs";
import { openInTerminal } from "./open-in-terminal.mjs";
import { readCommands, readSteps } from "./read-page.mjs";

/** Which sections of the guide are followed, and in which folder: the last two go on where the JavaScript one ended. */
const AUTHOR = [
  ["TypeScript", "typescript"],
  ["JavaScript", "javascript"],
  ["Python", "python"],
  ["Test it", "javascript"],
  ["Debug it by hand", "javascript"],
];

/** Writes a first extension, as docs/extensions.md says. */
export async function walkAuthor({ root, scratch, env }) {
  const page = readFileSync(join(root, "docs/extensions.md"), "utf8");
  for (const [heading, name] of AUTHOR) {
    await follow(readSteps(page, heading), { root, folder: join(scratch, "author", name), env });
  }
  return `${AUTHOR.map(([heading]) => heading).join(", ")}: as docs/extensions.md says`;
}

/** Embeds the agent and the host, as docs/embedding.md says. */
export async function walkEmbedder({ root, scratch, env }) {
  const page = readFileSync(join(root, "docs/embedding.md"), "utf8");
  const folder = join(scratch, "embedder");
  const commands = await follow(readSteps(page), { root, folder, env });
  return `${commands} commands and examples work as docs/embedding.md says`;
}

/** Uses zot from a fresh clone, as the README says. */
export async function walkClone({ checkout, env }) {
  const page = readFileSync(join(checkout, "README.md"), "utf8");
  return runCommands(readCommands(page), { cwd: checkout, env: withModel(env) });
}

/** Uses zot from the registry, as the README of its package says. */
export async function walkUser({ scratch, project, env }) {
  const page = readFileSync(join(project, "node_modules/zot/README.md"), "utf8");
  const cwd = join(scratch, "user");
  mkdirSync(cwd);
  return runCommands(readCommands(page), { cwd, env: withModel(env) });
}

/** Tries each library in a folder of its own, as the README of its package says. */
export async function walkLibraries({ root, scratch, project, packages, env }) {
  const libraries = packages.filter(({ name }) => name !== "zot");
  for (const { folder, name } of libraries) {
    const page = readFileSync(join(project, "node_modules", name, "README.md"), "utf8");
    const place = join(scratch, "libraries", folder);
    await follow(readSteps(page), { root, folder: place, env });
  }
  return `${libraries.length} READMEs work as they say`;
}

async function runCommands(commands, options) {
  for (const step of commands) {
    const { run } = step;
    if (run.endsWith(" test")) console.log(`  ${run}: is what CI runs first`);
    else if (/(?:^| )zot$/.test(run) && !/install/.test(run)) await openInTerminal(run, options);
    else await tryStep(step, options.cwd, options.env);
  }
  return `${commands.length} commands of the page work`;
}

/** The pages' commands are for somebody who has a model: here the offline one, chosen before. */
function withModel(env) {
  const home = mkdtempSync(join(tmpdir(), "zot-home-"));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, "config.json"), JSON.stringify({ provider: "offline" }));
  return { ...env, ZOT_HOME: home };
}
