import { isAbsolute, relative, sep } from "node:path";

/** Whether a path leads to a folder or to what is in it. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
