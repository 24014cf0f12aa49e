import { realpathSync } from "node:fs";
import { relative } from "node:path";
import {
  discover,
  examineContent,
  rememberTrust,
  resolveExec,
  type ExaminedContent,
  type Found,
} from "@zot/host/inventory";
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
  content: ExaminedContent;
}

export const trust = defineCommand({
  usage: "trust [name] [--yes]",
  details: `Lets zot run this project's extensions (.zot/extensions), or the one of that name.
It shows what would run and asks first. Trust is for the content as it is now: when a byte of it
changes, zot asks again. One that can load code from outside of its folder is not trusted for good:
zot asks in the terminal each time, and --trust lets it run for one run.`,
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
    const changed: string[] = [];
    for (const one of wanted) {
      const name = visibleLine(one.found.name);
      // What was shown is what is trusted, whatever is there by now.
      remember(one, place);
      if (await isStill(one, place)) print(`trusted ${name}`);
      else changed.push(name);
    }
    if (changed.length === 0) return EXIT.ok;
    throw new CliError(
      `${changed.join(", ")} changed while you were asked; what is there now is not trusted: zot ext trust shows it`,
    );
  },
});

const WARNING =
  "An extension is a program: it runs with all your rights whenever zot runs in this folder.";

function remember({ found, content }: Candidate, { zotHome }: Place): void {
  const { name, dir } = found;
  rememberTrust(zotHome, realpathSync(dir), { name, digest: content.digest });
}

async function isStill({ found, content }: Candidate, { cwd }: Place): Promise<boolean> {
  const now = await examineContent(found, { cwd, env: process.env }).catch(() => undefined);
  return now?.digest === content.digest && now.askEachTime === undefined;
}

function findProject(place: Place, word: string | undefined): Found[] {
  const all = discover({ ...place, paths: [], project: true, global: false });
  if (word !== undefined) {
    const { dir } = findExtension(word, place, "project");
    return all.filter((found) => found.dir === dir);
  }
  if (all.length === 0) throw new CliError("this project has no extensions in .zot/extensions");
  return all;
}

/** Those that can be trusted; the others are named, and are an error if none is left. */
async function readCandidates(all: readonly Found[], place: Place): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const refused: string[] = [];
  for (const found of all) {
    const { state, content, problem } = await readTrustState(found, place);
    const why = found.problem ?? problem ?? explainEachTime(content);
    if (content && why === undefined) candidates.push({ found, state, content });
    else refused.push(`${visibleLine(found.name)} can't be trusted: ${visibleLine(why ?? "")}`);
  }
  if (candidates.length === 0 && refused.length === 1) throw new CliError(refused.join());
  for (const line of refused) note(line);
  if (candidates.length === 0 && refused.length > 0) throw new CliError("nothing trusted");
  return candidates;
}

function explainEachTime(content: ExaminedContent | undefined): string | undefined {
  if (content?.askEachTime === undefined) return undefined;
  return (
    `${content.askEachTime}. Trust in its folder would not cover that: ` +
    "zot asks in the terminal each time, and --trust lets it run for one run"
  );
}

function describe({ found, state, content }: Candidate, { cwd }: Place): string {
  const { manifest, dir, name } = found;
  const exec = manifest?.exec && resolveExec(manifest.exec, dir, process.env.PATH);
  const lines = [
    `${visibleLine(name)} ${visibleLine(manifest?.version ?? "")}`.trimEnd() +
      (state === "changed" ? " (changed since it was trusted)" : ""),
    `  folder  ${visibleLine(relative(cwd, dir))}`,
    `  runs    ${manifest ? renderCommandLine(manifest) : ""}`,
    ...(exec ? [`  program ${visibleLine(exec.ok ? exec.command : exec.reason)}`] : []),
    `  files   ${content.files}`,
    `  digest  ${content.digest}`,
  ];
  return lines.join("\n");
}
