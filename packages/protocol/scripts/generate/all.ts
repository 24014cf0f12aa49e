import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { corpusIndex } from "./corpus-index.js";
import { fillRegions } from "./regions.js";
import { readersFile } from "./readers.js";
import { wireSchema } from "./wire-schema.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Each derived file, and what should be in it. */
async function outputs(): Promise<Record<string, string>> {
  return {
    ...(await readersFile()),
    "packages/protocol/schema/wire.schema.json": asJson(wireSchema()),
    "packages/protocol/corpus/v1/index.json": asJson(corpusIndex()),
    "docs/protocol.md": await page("docs/protocol.md"),
    "docs/rpc.md": await page("docs/rpc.md"),
  };
}

/** Writes what is out of date, or only tells with `check`; returns its paths. */
export async function generateAll(options: {
  check: boolean;
  /** The readers alone, which the rest is made with. */
  readersOnly?: boolean;
}): Promise<string[]> {
  return update(await (options.readersOnly === true ? readersFile() : outputs()), options);
}

function update(files: Record<string, string>, { check }: { check: boolean }): string[] {
  const stale = Object.entries(files).filter(([path, text]) => read(path) !== text);
  if (!check) for (const [path, text] of stale) writeFileSync(join(root, path), text);
  return stale.map(([path]) => path);
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

function page(path: string): Promise<string> {
  return format(fillRegions(read(path) ?? ""), { parser: "markdown", printWidth: 100 });
}

function read(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
}
