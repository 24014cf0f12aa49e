import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Kilobytes of the tarball and on disk, as measured plus a quarter; and how many packages an install brings. */
const BUDGETS = {
  zot: { packed: 1420, unpacked: 4720, packages: 1 },
  "@zot/core": { packed: 132, unpacked: 476, packages: 12 },
  "@zot/ext": { packed: 38, unpacked: 125, packages: 3 },
  "@zot/host": { packed: 60, unpacked: 205, packages: 3 },
  "@zot/protocol": { packed: 105, unpacked: 630, packages: 2 },
  "@zot/providers": { packed: 60, unpacked: 210, packages: 8 },
  "@zot/sdk": { packed: 24, unpacked: 80, packages: 16 },
  "@zot/tui": { packed: 85, unpacked: 285, packages: 1 },
};

/** How much a user downloads, and that nothing comes twice. */
export function checkSizes({ packages, project }) {
  for (const { name, size, unpacked } of packages) {
    const count = countPackages(project, name);
    console.log(
      `  ${name}: ${kilobytes(size)} packed, ${kilobytes(unpacked)} on disk, ${count} packages`,
    );
    const most = BUDGETS[name];
    assert.ok(size <= most.packed * 1024, `${name} may be ${most.packed} KB packed`);
    assert.ok(unpacked <= most.unpacked * 1024, `${name} may take ${most.unpacked} KB`);
    assert.ok(count <= most.packages, `${name} may bring ${most.packages} packages`);
  }
  assert.equal(findCopies(project, "zod").length, 1, "one zod serves all packages");
  assert.equal(
    countBundledZods(join(project, "node_modules/zot/dist")),
    1,
    "the command has one zod",
  );
  return "within their budgets; one zod";
}

const kilobytes = (bytes) => `${Math.ceil(bytes / 1024)} KB`;

/** The package itself and all that npm installs for it. Everything lies flat where nothing is there twice. */
function countPackages(project, name, seen = new Set()) {
  seen.add(name);
  const path = join(project, "node_modules", name, "package.json");
  const { dependencies = {} } = JSON.parse(readFileSync(path, "utf8"));
  for (const needed of Object.keys(dependencies)) {
    if (!seen.has(needed)) countPackages(project, needed, seen);
  }
  return seen.size;
}

function findCopies(project, name) {
  const lock = join(project, "node_modules/.package-lock.json");
  const { packages } = JSON.parse(readFileSync(lock, "utf8"));
  return Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
}

/** Told by a name that each copy of zod registers. What `zot ext init` hands out, in a folder of its own, is no part of the command. */
function countBundledZods(dist) {
  return readdirSync(dist)
    .filter((name) => /\.c?js$/.test(name))
    .filter((name) => readFileSync(join(dist, name), "utf8").includes('"$ZodError"')).length;
}
