import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { discoverSkills, foldersOf, namesOf } from "@zot/sdk";
import {
  discover,
  examineContent,
  rememberTrust,
  resolveExec,
  skillsSubject,
  type ExaminedContent,
  type Found,
} from "@zot/sdk/extensions";
import { visibleLine } from "@zot/tui/sanitize";
import { CliError } from "../../../errors.js";
import { renderCommandLine } from "../../../render-command-line.js";
import type { Place } from "../command.js";
import { findExtension } from "../find-extension.js";
import { readTrustState } from "./trust-state.js";

/** Something of a project that can be trusted, as it was looked at. */
interface Candidate {
  title: string;
  isTrusted: boolean;
  /** `alpha is trusted already` */
  be: "is" | "are";
  /** What the user should know first. */
  about: string;
  warning: string;
  remember: () => void;
  isStill: () => Promise<boolean>;
}

/** What can be trusted, and lines about what can't. */
export interface Candidates {
  candidates: Candidate[];
  refused: string[];
}

const PROGRAM =
  "An extension is a program: it runs with all your rights whenever zot runs in this folder.";
const TEXT = "Skills are instructions that the model will follow, with the tools that it has.";

/** The project's extensions, or the one of a name. */
async function findExtensions(place: Place, word: string | undefined): Promise<Candidates> {
  const all = discover({ ...place, global: false });
  const dir = word === undefined ? undefined : findExtension(word, place, "project").dir;
  const candidates: Candidate[] = [];
  const refused: string[] = [];
  for (const found of all) {
    if (dir !== undefined && found.dir !== dir) continue;
    const { state, content, problem } = await readTrustState(found, place);
    const why = found.problem ?? problem ?? explainEachTime(content);
    if (content && why === undefined) {
      candidates.push(extensionCandidate(found, state, content, place));
    } else refused.push(`${visibleLine(found.name)} can't be trusted: ${visibleLine(why ?? "")}`);
  }
  return { candidates, refused };
}

function explainEachTime(content: ExaminedContent | undefined): string | undefined {
  if (content?.askEachTime === undefined) return undefined;
  return (
    `${content.askEachTime}. Trust in its folder would not cover that: ` +
    "zot asks in the terminal each time, and --trust lets it run for one run"
  );
}

function extensionCandidate(
  found: Found,
  state: string,
  content: ExaminedContent,
  { zotHome, cwd }: Place,
): Candidate {
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
  return {
    title: visibleLine(name),
    be: "is",
    isTrusted: state === "trusted",
    about: lines.join("\n"),
    warning: PROGRAM,
    remember: () => {
      rememberTrust(zotHome, realpathSync(dir), { name, digest: content.digest });
    },
    isStill: async () => {
      const now = await examineContent(found, { cwd, env: process.env });
      return now.digest === content.digest && now.askEachTime === undefined;
    },
  };
}

/** The project's skills, which are trusted all together. */
async function findSkills({ zotHome, cwd }: Place): Promise<Candidates> {
  const { project } = await discoverSkills({ cwd, home: zotHome });
  if (project.length === 0) return { candidates: [], refused: [] };
  const folders = foldersOf(project);
  const names = visibleLine(namesOf(project).join(", "));
  const subject = skillsSubject({ zotHome, cwd, folders });
  const known = subject.recall();
  let content: Awaited<ReturnType<typeof subject.examine>>;
  try {
    content = await subject.examine();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { candidates: [], refused: [`the skills ${names} can't be trusted: ${why}`] };
  }
  const { digest, files } = content;
  const isChanged = known !== undefined && known.digest !== digest;
  const lines = [
    `skills of this project: ${names}${isChanged ? " (changed since they were trusted)" : ""}`,
    ...folders.map((folder) => `  folder  ${visibleLine(relative(cwd, folder))}`),
    `  files   ${files}`,
    `  digest  ${digest}`,
  ];
  const candidate: Candidate = {
    title: `the skills ${names}`,
    be: "are",
    isTrusted: known?.digest === digest,
    about: lines.join("\n"),
    warning: TEXT,
    remember: () => {
      subject.remember(digest);
    },
    isStill: async () => {
      const now = foldersOf((await discoverSkills({ cwd, home: zotHome })).project);
      return now.join("\n") === folders.join("\n") && (await subject.examine()).digest === digest;
    },
  };
  return { candidates: [candidate], refused: [] };
}

/** Throws when there is nothing to decide about. */
export async function findCandidates(
  place: Place,
  { word, onlySkills }: { word: string | undefined; onlySkills: boolean },
): Promise<Candidates> {
  const none: Candidates = { candidates: [], refused: [] };
  const extensions = onlySkills ? none : await findExtensions(place, word);
  const skills = word === undefined ? await findSkills(place) : none;
  const candidates = [...extensions.candidates, ...skills.candidates];
  const refused = [...extensions.refused, ...skills.refused];
  if (candidates.length > 0 || refused.length > 0) return { candidates, refused };
  throw new CliError(
    onlySkills
      ? "this project has no skills in .zot/skills, .claude/skills or .agents/skills"
      : "this project has no extensions in .zot/extensions",
  );
}
