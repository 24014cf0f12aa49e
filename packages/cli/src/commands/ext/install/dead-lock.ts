import { readFileSync } from "node:fs";
import { join } from "node:path";
import { leadsOut } from "./leads-out.js";

const LOCKS = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  join("node_modules", ".package-lock.json"),
];

/**
 * Whether a file is a lock of npm that asks for folders outside of the extension's. With it npm would
 * make links to them again, which lead nowhere from the place of the copy.
 */
export function isDeadLock(root: string, path: string): boolean {
  if (!LOCKS.includes(path)) return false;
  try {
    const { packages } = JSON.parse(readFileSync(join(root, path), "utf8")) as {
      packages: Record<string, { link?: unknown; resolved?: unknown }>;
    };
    return Object.values(packages).some(
      ({ link, resolved }) => link === true && typeof resolved === "string" && leadsOut(resolved),
    );
  } catch {
    return false;
  }
}
