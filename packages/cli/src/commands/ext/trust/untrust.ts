import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { forgetTrust, readTrust } from "@zot/sdk/extensions";
import { visibleLine } from "@zot/tui/sanitize";
import { EXIT, UsageError } from "../../../errors.js";
import { defineCommand, type Place } from "../command.js";
import { extensionsDir, findExtension } from "../find-extension.js";
import { print } from "../show.js";

export const untrust = defineCommand({
  usage: "untrust [name | --skills]",
  details: `Takes back the trust in this project's extensions and skills, or in the one of that name.
zot does not use them from then on.`,
  flags: { skills: { group: "other", help: "only this project's skills" } },
  words: { min: 0, max: 1, missing: "" },
  run({ options, words: [word] }, place) {
    if (word !== undefined && options.skills) {
      throw new UsageError("zot ext untrust takes a name or --skills, not both");
    }
    const trusted = readTrust(place.zotHome);
    const forgotten = options.skills ? [] : forgetTrust(place.zotHome, findPlaces(word, place));
    for (const dir of forgotten) {
      print(`${visibleLine(trusted.get(dir)?.name ?? dir)} is no longer trusted`);
    }
    const hadSkills = word === undefined && forgetSkills(place);
    if (hadSkills) print("the skills of this project are no longer trusted");
    if (forgotten.length === 0 && !hadSkills) {
      print(
        word === undefined ? "nothing here was trusted" : `${visibleLine(word)} was not trusted`,
      );
    }
    return Promise.resolve(EXIT.ok);
  },
});

function forgetSkills({ zotHome, cwd }: Place): boolean {
  return forgetTrust(zotHome, [realPath(cwd)], "skills").length > 0;
}

/** Real paths. Without a name also those of folders that are gone. */
function findPlaces(word: string | undefined, place: Place): string[] {
  const trusted = [...readTrust(place.zotHome)];
  if (word === undefined) {
    const root = realPath(extensionsDir(place, "project"));
    return trusted.map(([path]) => path).filter((path) => dirname(path) === root);
  }
  return [realPath(findExtension(word, place, "project").dir)];
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
