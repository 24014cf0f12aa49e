// Nothing is exported just in case: every public name is read by another package, an example, a benchmark or a page,
// or is part of the declaration of one that is.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const READERS = ["packages", "examples", "bench", "docs", "README.md"];
const IDENTIFIER = /[A-Za-z_$][\w$]*/g;

function listFiles(path) {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (["node_modules", "dist", "corpus", "schema"].includes(entry.name)) return [];
    const child = join(path, entry.name);
    if (entry.isDirectory()) return listFiles(child);
    return /\.(?:[cm]?[jt]s|md)$/.test(entry.name) ? [child] : [];
  });
}

/** What a reader of the signature sees: declarations without the bodies of their functions. */
function readSignature(node) {
  const names = new Set();
  const visit = (part) => {
    if (ts.isBlock(part)) return;
    if (ts.isIdentifier(part)) names.add(part.text);
    ts.forEachChild(part, visit);
  };
  visit(node);
  return names;
}

function readEntries(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.values(exports)
    .map((target) => target["@zot/source"])
    .filter(Boolean)
    .map((path) => join(folder, path));
}

const files = READERS.flatMap((path) => listFiles(join(root, path)));
const texts = files.map((path) => {
  const text = readFileSync(path, "utf8");
  return { path, text, names: new Set(text.match(IDENTIFIER)) };
});
const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
const settings = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent({ ...settings, files: [] }, ts.sys, root);
const program = ts.createProgram(packages.flatMap(readEntries), options);
const checker = program.getTypeChecker();
const unread = [];

for (const folder of packages) {
  const { name: packageName } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const foreign = new Set();
  for (const { path, text, names } of texts) {
    const isPage = path.endsWith(".md");
    if (!isPage && (path.startsWith(`${folder}/`) || !text.includes(`"${packageName}`))) continue;
    for (const name of names) foreign.add(name);
  }
  const exported = new Map();
  for (const entry of readEntries(folder)) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
    for (const symbol of checker.getExportsOfModule(module)) {
      const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const uses = (real.declarations ?? []).flatMap((node) => [...readSignature(node)]);
      exported.set(symbol.name, uses);
    }
  }
  // A schema and the type that is inferred from it are one thing with two names.
  for (const [name, uses] of exported) {
    const schema = name[0].toLowerCase() + name.slice(1);
    if (schema !== name && uses.includes(schema)) exported.get(schema)?.push(name);
  }
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name) || !exported.has(name)) return;
    reached.add(name);
    exported.get(name).forEach(reach);
  };
  for (const name of exported.keys()) if (foreign.has(name)) reach(name);
  for (const name of exported.keys())
    if (!reached.has(name)) unread.push(`${relative(root, folder)}: ${name}`);
}

if (unread.length > 0) {
  console.error(`Exported, but nobody reads it:\n${unread.map((line) => `  ${line}`).join("\n")}`);
  process.exitCode = 1;
}
