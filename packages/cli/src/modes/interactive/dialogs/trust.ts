import type { TrustDecision, TrustRequest } from "@zot/host";
import { ConfirmDialog } from "@zot/tui";
import type { App } from "../app.js";

/** Asks before a project's extension runs for the first time, or with other content than before. */
export async function askTrust(app: App, request: TrustRequest): Promise<TrustDecision> {
  const { extension, dir, digest, why } = request;
  const about =
    why === "changed"
      ? `The extension "${extension}" of this project has changed since you trusted it.`
      : `This project brings the extension "${extension}". It is a program: it can do what you can do.`;
  const dialog = new ConfirmDialog<TrustDecision>({
    theme: app.theme,
    title: "Trust this extension?",
    message: `${about}\n\n${dir}\ncontent ${digest.slice(0, 16)}`,
    choices: [
      { value: "no", label: "No, don't run it", key: "n" },
      { value: "once", label: "Yes, for this run", key: "y" },
      { value: "always", label: "Yes, as long as it does not change", key: "a" },
    ],
  });
  return (await app.stage.interrupt(dialog)) ?? "no";
}
