// Gives the copy of the SDK in the command its types. They rest on those of the protocol, which are
// written with zod; here they are spelled out, so that the copy needs no other package.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const PROTOCOL = "@zot/protocol";
const NAMES = ["index.d.ts", "testing.d.ts"];

/** Without the types of the SDK, as in a build that only wants to run, there is nothing to give. */
export function writeSdkTypes(packages) {
  const from = join(packages, "ext/dist");
  const to = join(packages, "cli/dist/sdk");
  const files = NAMES.map((name) => join(from, name));
  if (!files.every((file) => existsSync(file))) return;
  const program = ts.createProgram(files, {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  const aliases = files.flatMap((file) => spellOut(program, program.getSourceFile(file)));
  writeFileSync(join(to, "protocol.d.ts"), [...new Set(aliases)].join("\n") + "\n");
  for (const name of NAMES) {
    const text = readFileSync(join(from, name), "utf8");
    writeFileSync(join(to, name), text.replaceAll(`'${PROTOCOL}'`, "'./protocol.js'"));
  }
}

/** One alias for each type that a file imports from the protocol. */
function spellOut(program, source) {
  const checker = program.getTypeChecker();
  const flags =
    ts.TypeFormatFlags.NoTruncation |
    ts.TypeFormatFlags.InTypeAlias |
    ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  return source.statements
    .filter((line) => ts.isImportDeclaration(line) && line.moduleSpecifier.text === PROTOCOL)
    .flatMap((line) => line.importClause.namedBindings.elements)
    .map(({ name }) => {
      const symbol = checker.getAliasedSymbol(checker.getSymbolAtLocation(name));
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      return `export type ${name.text} = ${checker.typeToString(type, undefined, flags)};`;
    });
}
