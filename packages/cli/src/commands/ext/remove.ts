import { lstatSync, realpathSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { forgetTrust } from "@zot/sdk/extensions";
import { visibleLine } from "@zot/tui/sanitize";
import { EXIT } from "../../errors.js";
import { defineCommand, PROJECT, YES } from "./command.js";
import { confirm } from "./confirm.js";
import { findExtension } from "./find-extension.js";
import { print } from "./show.js";

export const remove = defineCommand({
  usage: "remove <name> [--project] [--yes]",
  details: `Deletes an extension's folder, with everything that it keeps in there. Its log stays.
The name is that of its manifest or of its folder; a path of the folder works too.`,
  flags: { project: PROJECT, yes: YES },
  words: { min: 1, max: 1, missing: "the name of an extension" },
  async run({ options, words: [word = ""] }, place) {
    const scope = options.project ? "project" : "global";
    const { folder, dir, manifest } = findExtension(word, place, scope);
    const isLink = lstatSync(dir).isSymbolicLink();
    const name = manifest?.name ?? folder;
    await confirm({
      about: `${visibleLine(name)} ${visibleLine(manifest?.version ?? "")}\n  ${isLink ? "link" : "folder"}  ${visibleLine(dir)}`,
      question: isLink ? "Remove the link (not what it leads to)?" : "Delete this folder?",
      yes: options.yes,
      refusal: "nothing removed",
    });
    if (options.project) forgetTrust(place.zotHome, [realpathSync(dir)]);
    if (isLink) unlinkSync(dir);
    else deleteFolder(dir);
    print(`removed ${visibleLine(name)}`);
    return EXIT.ok;
  },
});

/** Out of sight in one step: no half of an extension is ever found. */
function deleteFolder(dir: string): void {
  const grave = join(dirname(dir), `.removed-${process.pid}`);
  renameSync(dir, grave);
  rmSync(grave, { recursive: true, force: true });
}
