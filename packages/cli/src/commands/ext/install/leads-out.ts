import { isAbsolute, normalize, sep } from "node:path";

/** Whether a path, as written in a folder, names something outside of that folder. */
export function leadsOut(path: string): boolean {
  const way = normalize(path);
  return isAbsolute(way) || way === ".." || way.startsWith(`..${sep}`);
}
