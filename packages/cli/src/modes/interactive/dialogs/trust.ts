import type { TrustDecision, TrustRequest } from "@zot/host";
import { readManifest } from "@zot/host/inventory";
import { ConfirmDialog } from "@zot/tui";
import { visibleLine } from "@zot/tui/sanitize";
import { renderCommandLine } from "../../../render-command-line.js";
import type { App } from "../app.js";

/** Asks before a project's extension runs for the first time, or with other content than before. */
export async function askTrust(app: App, request: TrustRequest): Promise<TrustDecision> {
  const { extension, dir, digest, why } = request;
  const { runs, risk } = describeProgram(dir);
  const about =
    why === "changed"
      ? `The extension "${extension}" of this project has changed since you trusted it.`
      : `This project brings the extension "${extension}". ${risk}`;
  const dialog = new ConfirmDialog<TrustDecision>({
    theme: app.theme,
    title: `Trust this extension? ${extension}`,
    message: `runs  ${runs}\nin    ${visibleLine(dir)}\nhash  ${digest.slice(0, 23)}\n\n${about}`,
    height: () => app.screen.height - 1,
    choices: [
      { value: "no", label: "No, don't use it", key: "n" },
      { value: "once", label: "Yes, for this run", key: "y" },
      { value: "always", label: "Yes, until it changes", key: "a" },
    ],
  });
  return (await app.stage.interrupt(dialog)) ?? "no";
}

/** What would be started, as the manifest says it. */
function describeProgram(dir: string): { runs: string; risk: string } {
  const risk = "It is a program: it can do what you can do.";
  const read = readManifest(dir);
  if (!read.ok) return { runs: "a manifest that can't be read", risk };
  if (read.manifest.exec === undefined) {
    return { runs: "nothing", risk: "It has skills: instructions that the model will follow." };
  }
  return { runs: renderCommandLine(read.manifest), risk };
}
