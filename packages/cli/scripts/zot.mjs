// Runs zot from a checkout: builds what is missing or older than its sources, then opens it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const packages = join(root, "packages");

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const newestBelow = (dir) =>
  existsSync(dir)
    ? readdirSync(dir, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .reduce(
          (newest, entry) => Math.max(newest, modified(join(entry.parentPath, entry.name))),
          0,
        )
    : 0;
const newestOf = (name) =>
  Math.max(
    newestBelow(join(packages, name, "src")),
    modified(join(packages, name, "package.json")),
    modified(join(packages, name, "tsup.config.ts")),
    newestBelow(join(packages, name, "scripts")),
  );

/** The command itself bundles every other package; extensions written with the SDK load these two. */
const artefacts = [
  { name: "protocol", file: "dist/index.js", sources: ["protocol"] },
  { name: "ext", file: "dist/index.js", sources: ["ext"] },
  { name: "cli", file: "dist/hot.cjs", sources: readdirSync(packages) },
];
const lockfile = modified(join(root, "pnpm-lock.yaml"));

for (const { name, file, sources } of artefacts) {
  const built = modified(join(packages, name, file));
  if (built >= Math.max(lockfile, ...sources.map(newestOf))) continue;
  const { status } = spawnSync(
    process.execPath,
    [join(root, "node_modules/tsup/dist/cli-default.js")],
    {
      cwd: join(packages, name),
      env: { ...process.env, ZOT_BUILD: "js" },
      stdio: ["ignore", 2, 2],
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}

const bin = join(packages, "cli/dist/zot.cjs");
const args = process.argv.slice(2);
if (args[0] === "--") args.shift();
process.argv = [process.argv[0], bin, ...args];
await import(pathToFileURL(bin).href);
