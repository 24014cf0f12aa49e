import type { TrustDecision, TrustRequest } from "@zot/host";
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
  const dialog = new ConfirmDialog<TrustDecision>({
    theme: app.theme,
    title: `Trust this extension? ${extension}`,
    message: `runs  ${runs}\nin    ${visibleLine(dir)}\nhash  ${digest.slice(0, 23)}\n\n${about}${each}`,
    height: () => app.screen.height - 1,
    choices: [
      { value: "no", label: "No, don't use it", key: "n" },
      { value: "once", label: "Yes, for this run", key: "y" },
      ...(askEachTime === undefined ? [UNTIL_IT_CHANGES] : []),
    ],
  });
  return (await app.stage.interrupt(dialog)) ?? "no";
}

const UNTIL_IT_CHANGES = { value: "always", label: "Yes, until it changes", key: "a" } as const;

/** What would be started, as the manifest says it. */
function describeProgram(manifest: Manifest | undefined): { runs: string; risk: string } {
  if (manifest?.exec === undefined) {
    return { runs: "nothing", risk: "It has skills: instructions that the model will follow." };
  }
  const risk = "It is a program: it can do what you can do.";
  return { runs: renderCommandLine(manifest), risk };
}
