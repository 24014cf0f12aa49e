import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_FILE } from "@zot/sdk/extensions";
import { visibleLine } from "@zot/tui/sanitize";
import { CliError, EXIT } from "../../errors.js";
import { replaceFile } from "../../replace-file.js";
import { defineCommand, PROJECT } from "./command.js";
import { findExtension } from "./find-extension.js";
import { note, print } from "./show.js";
import { setInJson } from "./set-in-json.js";
import { readTrustState } from "./trust/trust-state.js";

export const enable = defineSwitch("enable", true, "Lets zot start an extension again.");
export const disable = defineSwitch(
  "disable",
  false,
  "Keeps an extension installed, but zot does not start it.",
);

function defineSwitch(word: "enable" | "disable", enabled: boolean, details: string) {
  return defineCommand({
    usage: `${word} <name> [--project]`,
    details: `${details}
The name is that of its manifest or of its folder; a path of the folder works too.
Only "enabled" in its ${MANIFEST_FILE} changes.`,
    flags: { project: PROJECT },
    words: { min: 1, max: 1, missing: "the name of an extension" },
    async run({ options, words: [asked = ""] }, place) {
      const scope = options.project ? "project" : "global";
      const { dir, folder, manifest, problem } = findExtension(asked, place, scope);
      if (!manifest) throw new CliError(`${folder} can't be changed: ${problem ?? ""}`);
      const name = visibleLine(manifest.name);
      if ((manifest.enabled ?? true) === enabled) {
        print(`${name} is ${word}d already`);
        return EXIT.ok;
      }
      const found = { name, dir, scope, manifest, problem, rivals: [] } as const;
      const { state: before } = await readTrustState(found, place);
      await rewrite(join(dir, MANIFEST_FILE), enabled);
      print(`${word}d ${name}`);
      if (before === "trusted") {
        note(`its content changed by that: zot ext trust ${name} trusts it again`);
      }
      return EXIT.ok;
    },
  });
}

async function rewrite(manifest: string, enabled: boolean): Promise<void> {
  const path = realpathSync(manifest);
  try {
    const text = await setInJson(readFileSync(path, "utf8"), ["enabled"], enabled);
    replaceFile(path, text, statSync(path).mode);
  } catch (error) {
    throw new CliError(`can't write ${path}: ${(error as Error).message}`);
  }
}
