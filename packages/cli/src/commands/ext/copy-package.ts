import { cpSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

/**
 * Copies a package that zot can reach, and all that it needs, into an extension's node_modules, as npm
 * would lay them out. A link would not do: npm writes it into the lock, and it leads nowhere elsewhere.
 */
export function copyPackage(name: string, dir: string): boolean {
  return copy({ name, importer: import.meta.url, modules: join(dir, "node_modules") });
}

interface Wanted {
  name: string;
  importer: string;
  modules: string;
}

function copy({ name, importer, modules }: Wanted): boolean {
  const target = join(modules, name);
  if (existsSync(target)) return true;
  const source = find(name, importer);
  if (source === undefined) return false;
  // The links that pnpm keeps in a package are of no use elsewhere.
  const filter = (path: string) => path === source || basename(path) !== "node_modules";
  cpSync(source, target, { recursive: true, dereference: true, filter });
  const manifest = join(source, "package.json");
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8")) as {
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
  };
  const optional = Object.keys(optionalDependencies ?? {});
  for (const other of optional) copy({ name: other, importer: manifest, modules });
  return Object.keys(dependencies ?? {})
    .filter((other) => !optional.includes(other))
    .every((other) => copy({ name: other, importer: manifest, modules }));
}

/** Its real folder. By hand: not every package exports its package.json. */
function find(name: string, importer: string): string | undefined {
  return createRequire(importer)
    .resolve.paths(name)
    ?.map((folder) => join(folder, name))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => realpathSync(folder))[0];
}
