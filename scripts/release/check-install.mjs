import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/** The import specifiers of a package: its exports, less data files and patterns. */
function entries({ name, manifest }) {
  return Object.keys(manifest.exports)
    .filter((key) => !/\*|\.json$/.test(key))
    .map((key) => name + key.slice(1));
}

/** All packages in one project of plain npm; each gets to know its files and their size there. */
export async function installAll({ root, project, packages, env }) {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const types = `@types/node@${devDependencies["@types/node"]}`;
  const peers = packages.flatMap(({ manifest }) => Object.entries(manifest.peerDependencies ?? {}));
  const wanted = [
    ...packages.map(({ name }) => name),
    ...peers.map(([name, range]) => `${name}@${range}`),
    types,
  ];
  await run("npm", ["install", "--no-audit", "--no-fund", ...wanted], { cwd: project, env });
  for (const one of packages) {
    const folder = join(project, "node_modules", one.name);
    one.files = listFiles(folder);
    one.unpacked = one.files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  }
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith("node_modules"))
    .sort();
}

/** Every entry loads and type-checks in that project, and the tools of the trade find nothing. */
export async function checkInstall({ root, project, packages, env }) {
  const tool = (name) => join(root, "node_modules/.bin", name);
  const options = { cwd: project, env };
  const specifiers = packages.flatMap(entries);
  const imports = specifiers.map((name, index) => `import * as m${index} from "${name}";`);
  const uses = specifiers.map((_, index) => `m${index}`).join(", ");
  const program = `${imports.join("\n")}\nexport const all: object[] = [${uses}];\n`;
  writeFileSync(join(project, "index.ts"), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "NodeNext",
    target: "ES2023",
    types: ["node"],
  };
  const settings = { compilerOptions, files: ["index.ts"] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(settings));
  const load = specifiers.map((name) => `await import(${JSON.stringify(name)});`).join("");

  await Promise.all([
    run(tool("tsc"), ["-p", "."], options),
    run(process.execPath, ["--input-type=module", "-e", load], options),
  ]);
  for (const one of packages) {
    await Promise.all([
      run(tool("publint"), ["run", one.tarball, "--strict"], options),
      ...(entries(one).length > 0
        ? [run(tool("attw"), [one.tarball, "--profile", "esm-only", "--no-emoji"], options)]
        : []),
    ]);
  }
  return `${specifiers.length} entries load and type-check in an empty npm project`;
}
