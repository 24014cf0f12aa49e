// Follows docs/extensions.md as a stranger would: packed tarballs, plain npm, empty folders, every file and command
// of the quick starts exactly as the page shows them.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readSteps } from "./author-walk/read-page.mjs";
import { servePackages } from "./author-walk/serve-packages.mjs";

const COMMAND_MS = 180_000;
const pnpm = ["-y", "pnpm@12.18.0"];
const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/extensions.md"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "zot-author-walk-"));
const execute = promisify(execFile);

/** Which sections are followed, and in which folder: the last two go on where the JavaScript one ended. */
const walks = [
  ["TypeScript", "typescript"],
  ["JavaScript", "javascript"],
  ["Python", "python"],
  ["Test it", "javascript"],
  ["Debug it by hand", "javascript"],
];

/** Asynchronous, because the registry answers from this very process. */
async function run(command, args, cwd, env = process.env) {
  const running = execute(command, args, { cwd, env, timeout: COMMAND_MS });
  running.child.stdin.end();
  try {
    return (await running).stdout;
  } catch (error) {
    const said = `${error.stdout ?? ""}${error.stderr ?? ""}`;
    throw new Error(`${command} ${args.join(" ")}\n${said}`, { cause: error });
  }
}

async function pack(folder) {
  const path = join(root, "packages", folder);
  if (!existsSync(join(path, "dist"))) await run("node", ["scripts/build.mjs"], root);
  await run("npx", [...pnpm, "pack", "--out", join(scratch, `${folder}.tgz`)], path);
  const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  return { name: manifest.name, manifest, tarball: join(scratch, `${folder}.tgz`) };
}

/** Npm's own settings, with one more: where `@zot/*` is. */
async function configureNpm(address) {
  const path = (await run("npm", ["config", "get", "globalconfig"], scratch)).trim();
  const before = existsSync(path) ? `${readFileSync(path, "utf8")}\n` : "";
  const after = join(scratch, "npmrc");
  writeFileSync(after, `${before}@zot:registry=${address}\n`);
  return after;
}

/** Zot starts without an extension that takes more than three seconds, which a busy machine can make of any start. */
async function tryStep(heading, { run: command, prints }, folder, env, triesLeft = 2) {
  const output = await run("sh", ["-e", "-c", command], folder, env);
  const missing = prints.filter((line) => !output.split("\n").includes(line));
  if (missing.length === 0) return;
  if (triesLeft > 0) return tryStep(heading, { run: command, prints }, folder, env, triesLeft - 1);
  const told = `${command}\nshould print:\n${missing.join("\n")}\nbut printed:\n${output}`;
  throw new Error(`${heading}: ${told}`);
}

async function follow(heading, folder, env) {
  mkdirSync(folder, { recursive: true });
  for (const step of readSteps(page, heading)) {
    if (step.file) {
      writeFileSync(join(folder, step.file), step.content);
      continue;
    }
    await tryStep(heading, step, folder, env);
  }
  console.log(`${heading}: works as the page says`);
}

let server;
try {
  const packed = [await pack("protocol"), await pack("ext")];
  const zot = await pack("cli");
  server = await servePackages(packed);
  const config = { ...process.env, npm_config_globalconfig: await configureNpm(server.address) };
  const tools = join(scratch, "tools");
  mkdirSync(tools);
  await run("npm", ["install", "--prefix", tools, zot.tarball], scratch, config);
  const env = {
    ...config,
    ZOT_HOME: join(scratch, "home"),
    PATH: [join(tools, "node_modules/.bin"), process.env.PATH].join(delimiter),
  };
  // Set by a test runner around this script; it makes an inner `node --test` report differently.
  delete env.NODE_TEST_CONTEXT;
  for (const [heading, name] of walks) await follow(heading, join(scratch, name), env);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
