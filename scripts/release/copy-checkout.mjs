import { cp, rm } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

const DERIVED = new Set([".git", "node_modules", "dist", "coverage"]);

/** What a fresh clone would hold, changes that are not committed yet included. */
export async function copyCheckout(root, target) {
  await cp(root, target, {
    recursive: true,
    filter: (source) => source === root || !DERIVED.has(basename(source)),
  });
}

/** Libraries do not hold their version, so a build of this checkout serves; only the command is built anew. */
export async function copyBuilds(root, target) {
  for (const folder of readdirSync(join(root, "packages"))) {
    const built = join(root, "packages", folder, "dist");
    if (!existsSync(built)) throw new Error(`packages/${folder} is not built: run \`pnpm build\``);
    const copy = join(target, "packages", folder, "dist");
    await rm(copy, { recursive: true, force: true });
    await cp(built, copy, { recursive: true });
  }
}
