// The licences of what the command bundles: most ask that their text goes wherever the code goes.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE = /^(?:licen[cs]e|copying)(?:[.-]|$)/i;

export async function collectLicences(dist: string): Promise<void> {
  const metafile = await readFile(join(dist, "metafile-esm.json"), "utf8");
  const { outputs } = JSON.parse(metafile) as Metafile;
  const sources = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(sources.flatMap((source) => PACKAGE.exec(source)?.[0] ?? []));
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
