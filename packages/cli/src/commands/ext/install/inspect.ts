import { lstatSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { MANIFEST_FILE, readManifest, resolveExec } from "@zot/sdk/extensions";
import type { Manifest } from "@zot/protocol";
import { CliError } from "../../../errors.js";
import { leadsOut } from "./leads-out.js";

/** Reads the manifest of a staged folder; throws when it is not an extension that can be installed. */
export function inspect(dir: string): Manifest {
  requireManifest(dir);
  const read = readManifest(dir);
  if (!read.ok) throw new CliError(`it can't be used: ${read.reason}`);
  const { manifest } = read;
  if (manifest.exec === undefined) checkBundle(dir, manifest);
  else checkProgram(dir, manifest.exec);
  return manifest;
}

export function requireManifest(dir: string): void {
  if (lstatSync(join(dir, MANIFEST_FILE), { throwIfNoEntry: false })) return;
  throw new CliError(`there is no ${MANIFEST_FILE} in it, so it is no extension`);
}

function checkBundle(dir: string, manifest: Manifest): void {
  const hasThemes = statSync(join(dir, "themes"), { throwIfNoEntry: false })?.isDirectory();
  if (manifest.skills?.length || "themes" in manifest || hasThemes) return;
  throw new CliError(`its ${MANIFEST_FILE} names neither a program ("exec") nor skills`);
}

/** A program that it brings must be there; one of the system may still be installed. */
function checkProgram(dir: string, exec: string): void {
  if (isAbsolute(exec) || !/[\\/]/.test(exec)) return;
  if (leadsOut(exec)) {
    throw new CliError(`its program ${JSON.stringify(exec)} is outside of its folder`);
  }
  const found = resolveExec(exec, dir, undefined);
  if (!found.ok)
    throw new CliError(`it can't be used: ${found.reason.replaceAll(`${dir}${sep}`, "")}`);
}

/** Packages that npm would have to bring; zot runs no package manager. */
export function missingPackages(dir: string): string[] {
  let dependencies: unknown;
  try {
    const manifest = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
      dependencies?: unknown;
    } | null;
    dependencies = manifest?.dependencies;
  } catch {
    return [];
  }
  if (typeof dependencies !== "object" || dependencies === null) return [];
  return Object.keys(dependencies).filter(
    (name) => !statSync(join(dir, "node_modules", name, "package.json"), { throwIfNoEntry: false }),
  );
}
