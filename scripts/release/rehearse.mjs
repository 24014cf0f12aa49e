// A release up to the moment of uploading, in a copy of the checkout. Nothing here can upload: packages are packed, and
// publishing is asked for with --dry-run only.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { copyBuilds } from "./copy-checkout.mjs";
import { run, runPnpm } from "./run.mjs";

/** Stands for whatever repository the release runs in. */
export const REPOSITORY = { server: "https://forge.invalid", name: "someone/zot" };

/** Versions, builds and packs all packages of the copy. */
export async function rehearse({ root, checkout, scratch, env }) {
  const before = readManifests(checkout);
  await runPnpm(["run", "release:version"], { cwd: checkout, env });
  await copyBuilds(root, checkout);
  const tsup = join(checkout, "node_modules/tsup/dist/cli-default.js");
  await run(process.execPath, [tsup], { cwd: join(checkout, "packages/cli"), env });
  await run(process.execPath, ["scripts/name-repository.mjs"], {
    cwd: checkout,
    env: { ...env, GITHUB_SERVER_URL: REPOSITORY.server, GITHUB_REPOSITORY: REPOSITORY.name },
  });

  const tarballs = join(scratch, "tarballs");
  mkdirSync(tarballs);
  const pack = ["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", tarballs];
  const packed = readJsonIn(await runPnpm([...pack, "--json"], { cwd: checkout, env }));
  const packages = readManifests(checkout).map(({ folder, manifest }) => {
    const { filename, size } = packed.find(({ name }) => name === manifest.name);
    return { folder, name: manifest.name, manifest, tarball: filename, size };
  });
  return { before, packages };
}

/** What a release would upload, by name. */
export async function publishDry(checkout, env) {
  const args = ["publish", "--recursive", "--dry-run", "--no-git-checks", "--json"];
  return readJsonIn(await runPnpm(args, { cwd: checkout, env }));
}

function readManifests(checkout) {
  return readdirSync(join(checkout, "packages")).map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(checkout, "packages", folder, "package.json"), "utf8")),
  }));
}

/** Pnpm may say other things before the JSON that was asked for. */
function readJsonIn(output) {
  return JSON.parse(output.slice(output.indexOf("[\n")));
}
