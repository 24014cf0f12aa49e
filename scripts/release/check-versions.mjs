import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runPnpm } from "./run.mjs";

const RANGES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** One version for all, a changelog for each, ranges that fit, a lockfile that holds. */
export async function checkVersions({ root, checkout, before, packages, env }) {
  const { version } = packages[0].manifest;
  for (const { name, manifest } of packages) {
    assert.equal(manifest.version, version, `${name} is released together with the others`);
  }
  const pending = readChangesets(root);
  const old = before[0].manifest.version;
  if (pending.length > 0) assert.notEqual(version, old, "changesets raise the version");
  assert.deepEqual(readChangesets(checkout), [], "a release uses its changesets up");
  for (const { folder, name } of packages) checkChangelog(checkout, folder, name, version);

  const ours = new Set(packages.map(({ name }) => name));
  for (const path of findManifests(checkout)) {
    const manifest = JSON.parse(readFileSync(join(checkout, path), "utf8"));
    for (const [name, range] of RANGES.flatMap((kind) => Object.entries(manifest[kind] ?? {}))) {
      if (ours.has(name)) assert.equal(range, `^${version}`, `${path} wants ${name}`);
    }
    if (!manifest.private) continue;
    assert.equal(manifest.version, undefined, `${path} is private: a release would bump it`);
    assert.ok(!existsSync(join(checkout, dirname(path), "CHANGELOG.md")), `${path} has no log`);
  }
  const frozen = ["install", "--frozen-lockfile", "--lockfile-only", "--offline"];
  await runPnpm(frozen, { cwd: checkout, env });
  return `${old} becomes ${version} in ${packages.length} packages; ranges and lockfile follow`;
}

function readChangesets(checkout) {
  return readdirSync(join(checkout, ".changeset")).filter((name) => name.endsWith(".md"));
}

function checkChangelog(checkout, folder, name, version) {
  const path = join(checkout, "packages", folder, "CHANGELOG.md");
  const [title, , newest] = readFileSync(path, "utf8").split("\n");
  assert.equal(title, `# ${name}`);
  assert.equal(newest, `## ${version}`, `${path} begins with the newest version`);
}

/** The manifests of all workspace packages; patterns there are folders, or end in a star. */
function findManifests(checkout) {
  const settings = readFileSync(join(checkout, "pnpm-workspace.yaml"), "utf8");
  const patterns = [...settings.matchAll(/^ {2}- (.+)$/gm)].map(([, pattern]) => pattern);
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith("/*")) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(checkout, parent)).map((name) => join(parent, name));
  });
  return [".", ...folders]
    .map((folder) => join(folder, "package.json"))
    .filter((path) => existsSync(join(checkout, path)));
}
