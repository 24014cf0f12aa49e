import { discover, type Found } from "./discover.js";
import type { HostOptions } from "../context/host-options.js";

/** What there is to start, where a host is told to look. */
export function findExtensions(options: HostOptions): Found[] {
  const { cwd, zotHome, paths = [], discover: where, onFailure = {} } = options;
  const { project = true, global = true } = where ?? {};
  // A guard that the user trusts to stop everything is not for a project to replace.
  const kept = new Set(Object.keys(onFailure).filter((name) => onFailure[name] === "deny"));
  return discover({ cwd, zotHome, paths, project, global, kept });
}
