import { readdirSync, realpathSync } from "node:fs";
import { relative } from "node:path";
import { discover, rememberTrust, resolveExec, type Found } from "@zot/host/inventory";
import { visibleLine } from "@zot/tui/sanitize";
import { CliError, EXIT } from "../../errors.js";
import { renderCommandLine } from "../../render-command-line.js";
import { defineCommand, YES, type Place } from "./command.js";
import { confirm } from "./confirm.js";
import { findExtension } from "./find-extension.js";
import { note, print } from "./show.js";
import { readTrustState, type TrustState } from "./trust-state.js";

interface Candidate {
  found: Found;
  state: TrustState;
  digest: string;
}

export const trust = defineCommand({
  usage: "trust [name] [--yes]",
  details: `Lets zot run this project's extensions (.zot/extensions), or the one of that name.
It shows what would run and asks first. Trust is for the content as it is now: when a byte of it
changes, zot asks again.`,
  flags: { yes: YES },
  words: { min: 0, max: 1, missing: "" },
  async run({ options, words: [word] }, place) {
    const candidates = await readCandidates(findProject(place, word), place);
    for (const { found } of candidates.filter(({ state }) => state === "trusted")) {
      print(`${visibleLine(found.name)} is trusted already`);
    }
    const wanted = candidates.filter(({ state }) => state !== "trusted");
    if (wanted.length === 0) return EXIT.ok;
    await confirm({
      about: [...wanted.map((one) => describe(one, place)), WARNING].join("\n"),
      question:
        wanted.length === 1
          ? "Trust it as it is now?"
          : `Trust these ${wanted.length} as they are now?`,
      yes: options.yes,
      refusal: "nothing trusted",
    });
    for (const { found, digest } of wanted) {
      rememberTrust(place.zotHome, realpathSync(found.dir), { name: found.name, digest });
      print(`trusted ${visibleLine(found.name)}`);
    }
    return EXIT.ok;
  },
});

const WARNING =
  "An extension is a program: it runs with all your rights whenever zot runs in this folder.";

function findProject(place: Place, word: string | undefined): Found[] {
  const all = discover({ ...place, paths: [], project: true, global: false });
  if (word !== undefined) {
    const { dir } = findExtension(word, place, "project");
    return all.filter((found) => found.dir === dir);
  }
  if (all.length === 0) throw new CliError("this project has no extensions in .zot/extensions");
  return all;
}

/** Those with a manifest that can be used; the others are named, and are an error if asked for. */
async function readCandidates(all: readonly Found[], { zotHome }: Place): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const found of all) {
    const { state, digest } = await readTrustState(found, zotHome);
    const problem = found.problem ?? (digest === undefined ? "its files can't be read" : undefined);
    if (digest !== undefined && problem === undefined) candidates.push({ found, state, digest });
    else if (all.length === 1)
      throw new CliError(`${visibleLine(found.name)} can't be trusted: ${problem ?? ""}`);
    else note(`${visibleLine(found.name)} can't be trusted: ${visibleLine(problem ?? "")}`);
  }
  return candidates;
}

function describe({ found, state, digest }: Candidate, { cwd }: Place): string {
  const { manifest, dir, name } = found;
  const exec = manifest?.exec && resolveExec(manifest.exec, dir, process.env.PATH);
  const lines = [
    `${visibleLine(name)} ${visibleLine(manifest?.version ?? "")}`.trimEnd() +
      (state === "changed" ? " (changed since it was trusted)" : ""),
    `  folder  ${visibleLine(relative(cwd, dir))}`,
    `  runs    ${manifest ? renderCommandLine(manifest) : ""}`,
    ...(exec ? [`  program ${visibleLine(exec.ok ? exec.command : exec.reason)}`] : []),
    `  files   ${countFiles(dir)}`,
    `  digest  ${digest}`,
  ];
  return lines.join("\n");
}

function countFiles(dir: string): number {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).length;
}
