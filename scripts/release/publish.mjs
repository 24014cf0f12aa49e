// Uploads every package whose version is not published yet. Packed by pnpm, which writes the manifest for strangers;
// uploaded by npm, which proves who it is by what the forge says of the run: there is no token.
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, runPnpm } from "./run.mjs";

/** The first that takes such a proof. */
const NPM = "npm@11.5.1";

const root = fileURLToPath(new URL("../..", import.meta.url));
const npm = (...args) => run("npx", ["-y", NPM, ...args], { cwd: root });

const tarballs = mkdtempSync(join(tmpdir(), "zot-release-"));
const pack = ["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", tarballs];
const said = await runPnpm([...pack, "--json"], { cwd: root });
const packed = JSON.parse(said.slice(said.indexOf("[\n")));

for (const folder of readdirSync(join(root, "packages"))) {
  const path = join(root, "packages", folder, "package.json");
  const { name, version } = JSON.parse(readFileSync(path, "utf8"));
  if (await isPublished(name, version)) {
    console.log(`${name} ${version} is published already`);
    continue;
  }
  const { filename } = packed.find((one) => one.name === name);
  await npm("publish", filename, "--provenance", "--access", "public");
  console.log(`published ${name} ${version}`);
}

async function isPublished(name, version) {
  try {
    return (await npm("view", `${name}@${version}`, "version")).trim() === version;
  } catch (error) {
    // A package that was never published is not found; anything else must not look like that.
    if (/\bE404\b/.test(error.message)) return false;
    throw error;
  }
}
