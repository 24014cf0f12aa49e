import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { expect, test } from "vitest";
import { listFiles } from "../scripts/corpus.js";

const folder = fileURLToPath(new URL("..", import.meta.url));

test("the corpus and the JSON Schema are published", async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json"], {
    cwd: folder,
    shell: process.platform === "win32",
    maxBuffer: 16 * 1024 * 1024,
  });
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = new Set(packed.files.map(({ path }) => path));
  const wanted = [
    "schema/wire.schema.json",
    "corpus/README.md",
    ...listFiles().map((file) => `corpus/v1/${file}`),
  ];
  expect(wanted.filter((path) => !paths.has(path))).toEqual([]);
});

test("the corpus and the JSON Schema are found by their published names", () => {
  const { resolve } = createRequire(import.meta.url);
  expect(resolve("@zot/protocol/corpus/v1/index.json")).toMatch(/index\.json$/);
  expect(resolve("@zot/protocol/schema.json")).toMatch(/wire\.schema\.json$/);
});

test("every export that is more than a type has a description of how it is used", () => {
  const entries = ["index", "lines", "rpc"].map((name) => `${folder}src/${name}.ts`);
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const bare = entries.flatMap((entry) => {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${entry} is no module`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) =>
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      )
      .filter(({ flags }) => flags & ts.SymbolFlags.Value)
      .filter((symbol) => !symbol.getJsDocTags(checker).some(({ name }) => name === "example"))
      .map((symbol) => symbol.name);
  });
  expect(bare).toEqual([]);
});
