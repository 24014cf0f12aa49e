import { dirname, relative } from "node:path";
import type { SkillsRequest, TrustDecision, TrustRequest } from "@zot/sdk";
import type { Manifest } from "@zot/protocol";
import { ConfirmDialog } from "@zot/tui";
import { visibleLine } from "@zot/tui/sanitize";
import { renderCommandLine } from "../../../render-command-line.js";
import type { App } from "../app.js";

/** Asks before a project's extension runs for the first time, or with other content than before. */
export async function askTrust(app: App, request: TrustRequest): Promise<TrustDecision> {
  const { extension, dir, digest, manifest, why, askEachTime } = request;
  const { runs, risk } = describeProgram(manifest);
  const about =
    why === "changed"
      ? `The extension "${extension}" of this project has changed since you trusted it.`
      : `This project brings the extension "${extension}". ${risk}`;
  const each =
    askEachTime === undefined
      ? ""
      : ` zot asks each time, because trust in its folder would not cover this: ${visibleLine(askEachTime)}.`;
  const message = `runs  ${runs}\nin    ${visibleLine(dir)}\nhash  ${digest.slice(0, 23)}\n\n${about}${each}`;
  const title = `Trust this extension? ${extension}`;
  return ask(app, { title, message }, ["it", "it changes"], askEachTime === undefined);
}

/** Names that are shown at most. */
const MOST_NAMES = 40;

/** Asks before a project's skills are used for the first time, or with other content than before. */
export async function askSkillsTrust(app: App, request: SkillsRequest): Promise<TrustDecision> {
  const { cwd, names, folders, digest, why } = request;
  const count = names.length === 1 ? "a skill" : `${names.length} skills`;
  const about =
    why === "changed"
      ? `The skills of this project have changed since you trusted them.`
      : `This project brings ${count}: instructions that the model will follow.`;
  const places = [...new Set(folders.map((folder) => dirname(relative(cwd, folder))))];
  const rows = [
    `names ${list(names)}`,
    `in    ${visibleLine(places.join(", "))}`,
    `hash  ${digest.slice(0, 23)}`,
    "",
    about,
  ];
  const question = { title: "Trust the skills of this project?", message: rows.join("\n") };
  return ask(app, question, ["them", "they change"], true);
}

function list(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = visibleLine(names.slice(0, MOST_NAMES).join(", "));
  return more > 0 ? `${shown} and ${more} more` : shown;
}

async function ask(
  app: App,
  question: { title: string; message: string },
  [it, itChanges]: readonly [string, string],
  canBeKept: boolean,
): Promise<TrustDecision> {
  const dialog = new ConfirmDialog<TrustDecision>({
    ...question,
    theme: app.theme,
    height: () => app.screen.height - 1,
    choices: [
      { value: "no", label: `No, don't use ${it}`, key: "n" },
      { value: "once", label: "Yes, for this run", key: "y" },
      ...(canBeKept
        ? [{ value: "always" as const, label: `Yes, until ${itChanges}`, key: "a" }]
        : []),
    ],
  });
  return (await app.stage.interrupt(dialog)) ?? "no";
}

/** Two questions of this kind may come up at once; the second waits for the first one's answer. */
export function oneAtATime(): <T>(question: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(question);
    last = answer.catch(() => undefined);
    return answer;
  };
}

/** What would be started, as the manifest says it. */
function describeProgram(manifest: Manifest | undefined): { runs: string; risk: string } {
  if (manifest?.exec === undefined) {
    return { runs: "nothing", risk: "It has skills: instructions that the model will follow." };
  }
  const risk = "It is a program: it can do what you can do.";
  return { runs: renderCommandLine(manifest), risk };
}
