// Writes what is derived: snippets in the docs, and whatever packages/*/scripts/generate.mjs write.
// With --check it changes nothing and exits 1 if anything would change.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generateSnippets } from "./snippets.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const stale = generateSnippets(root, { check });

for (const name of readdirSync(join(root, "packages"))) {
  const script = join(root, "packages", name, "scripts/generate.mjs");
  if (!existsSync(script)) continue;
  const { generate } = await import(pathToFileURL(script).href);
  stale.push(...(await generate({ check })));
}

if (check && stale.length > 0) {
  console.error(
    `Out of date; run \`pnpm generate\`:\n${stale.map((path) => `  ${path}`).join("\n")}`,
  );
  process.exit(1);
}
