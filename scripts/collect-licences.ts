// The licences of what a package bundles: most ask that their text goes wherever the code goes.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Of what esbuild tells about a build: the files that went into each output. */
interface Metafile {
  outputs: Record<string, { inputs: Record<string, unknown> }>;
}

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE = /^(?:licen[cs]e|copying)(?:[.-]|$)/i;

/** Writes them next to the code, by what the build's metafile says; nothing if all of the code is ours. */
export async function collectLicences(dist: string): Promise<void> {
  const metafile = await readFile(join(dist, "metafile-esm.json"), "utf8");
  const { outputs } = JSON.parse(metafile) as Metafile;
  const sources = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(sources.flatMap((source) => PACKAGE.exec(source)?.[0] ?? []));
  if (folders.size === 0) return;
  const notices = await Promise.all([...folders].map(readNotice));
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  await writeFile(join(dist, "THIRD-PARTY-LICENSES.txt"), `${notices.sort().join(rule)}\n`);
}

async function readNotice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license?: string };
  const file = (await readdir(folder)).find((entry) => LICENCE.test(entry));
  if (file === undefined && license === undefined) {
    throw new Error(`${name} is bundled, but does not say under which licence`);
  }
  const text = file === undefined ? "" : await readFile(join(folder, file), "utf8");
  return `${name} ${version} (${license ?? "see below"})\n\n${text.trim()}`.trim();
}
