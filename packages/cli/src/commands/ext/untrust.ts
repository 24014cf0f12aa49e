import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { forgetTrust, readTrust } from "@zot/host/inventory";
import { visibleLine } from "@zot/tui/sanitize";
import { EXIT } from "../../errors.js";
import { defineCommand, type Place } from "./command.js";
import { extensionsDir, findExtension } from "./find-extension.js";
import { print } from "./show.js";

export const untrust = defineCommand({
  usage: "untrust [name]",
  details: `Takes back the trust in this project's extensions, or in the one of that name.
zot does not start them from then on.`,
  flags: {},
  words: { min: 0, max: 1, missing: "" },
  run({ words: [word] }, place) {
    const trusted = readTrust(place.zotHome);
    const forgotten = forgetTrust(place.zotHome, findPlaces(word, place));
    for (const dir of forgotten)
      print(`${visibleLine(trusted.get(dir)?.name ?? dir)} is no longer trusted`);
    if (forgotten.length === 0)
      print(
        word === undefined ? "nothing here was trusted" : `${visibleLine(word)} was not trusted`,
      );
    return Promise.resolve(EXIT.ok);
  },
});

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
