// Writes what is derived from the schemas: the readers, the JSON Schema file, the corpus's index, the tables in the docs.
import { tsImport } from "tsx/esm/api";

/** @param {{ check: boolean }} options @returns {Promise<string[]>} the files that changed, or would have */
export async function generate(options) {
  const first = await tsImport("./generate/all.ts", import.meta.url);
  const readers = await first.generateAll({ ...options, readersOnly: true });
  // Loaded anew, with the readers that were just written.
  const { generateAll } = await tsImport("./generate/all.ts", import.meta.url);
  return [...new Set([...readers, ...(await generateAll(options))])];
}
