import { realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Manifest } from "@zot/protocol";
import { visibleLine } from "@zot/tui/sanitize";
import { CliError, EXIT } from "../../../errors.js";
import { onSignals } from "../../../modes/signals.js";
import { defineCommand, YES, type Place } from "../command.js";
import { confirm, requireTerminal } from "../confirm.js";
import { extensionsDir, listFolders, type InstalledFolder } from "../find-extension.js";
import { provideSdk } from "../sdk.js";
import { note, print } from "../show.js";
import { checkTree } from "./check-tree.js";
import { cloneRepository } from "./clone.js";
import { copyTree } from "./copy-tree.js";
import { findDevPackages } from "./dev-packages.js";
import { describe, title } from "./describe.js";
import { inspect, missingPackages, requireManifest } from "./inspect.js";
import { leadsOut } from "./leads-out.js";
import { readSource, type Source } from "./source.js";
import { Stage } from "./stage.js";

const REFUSAL = "nothing installed";

export const install = defineCommand({
  usage: "install <path|git-url> [--yes] [--force]",
  details: `Copies a folder, or clones a repository (https://, ssh://, git@host:path), to $ZOT_HOME/extensions.
It shows what would run and asks first. Nothing of it runs now: no scripts, no hooks, no npm.`,
  flags: {
    yes: YES,
    force: { group: "other", help: "replace one of the same name, with what it keeps" },
  },
  words: { min: 1, max: 1, missing: "a folder or a git URL" },
  async run({ options, words: [word = ""] }, place) {
    const source = readSource(word);
    requireTerminal({ yes: options.yes, refusal: REFUSAL });
    const stop = new AbortController();
    const signals = onSignals(() => {
      stop.abort();
    });
    const stage = new Stage(extensionsDir(place, "global"));
    try {
      const { commit, unneeded } = await fetch(source, stage, stop.signal);
      const tree = checkTree(stage.dir);
      const manifest = inspect(stage.dir);
      const getsSdk = await provideSdk(stage.dir);
      const rival = findRival(manifest, place, options.force);
      await confirm({
        about: await describe({
          ...{ source, commit, unneeded, tree, manifest, rival, getsSdk },
          dir: stage.dir,
        }),
        question: "Install it?",
        yes: options.yes,
        refusal: REFUSAL,
      });
      stop.signal.throwIfAborted();
      const dir = stage.place(manifest.name);
      print(`installed ${title(manifest)} in ${dir}`);
      tellNext(manifest, dir);
      return EXIT.ok;
    } catch (error) {
      stage.discard();
      if (signals.exitCode !== undefined) throw new CliError(REFUSAL, signals.exitCode);
      throw error;
    } finally {
      signals.dispose();
    }
  },
});

interface Fetched {
  commit?: string;
  /** Packages that were not taken along. */
  unneeded: string[];
}

async function fetch(source: Source, { dir }: Stage, signal: AbortSignal): Promise<Fetched> {
  if (source.kind === "git") {
    return { commit: await cloneRepository(source.url, dir, signal), unneeded: [] };
  }
  // Before anything is copied: a home folder given by mistake is big, and holds the copy itself.
  requireManifest(source.path);
  if (isInside(source.path, dir)) throw new CliError(`${source.path} holds zot's own folder`);
  const { names, paths } = findDevPackages(source.path);
  copyTree(source.path, dir, paths);
  return { unneeded: names };
}

function isInside(folder: string, path: string): boolean {
  const real = join(realpathSync(dirname(path)), basename(path));
  return !leadsOut(relative(realpathSync(folder), real));
}

/** What has the name now; unless it is to be replaced, that ends it. */
function findRival(manifest: Manifest, place: Place, force: boolean): InstalledFolder | undefined {
  const { name } = manifest;
  const installed = listFolders(place, "global");
  const elsewhere = installed.find(
    (other) => other.manifest?.name === name && other.folder !== name,
  );
  if (elsewhere) {
    throw new CliError(
      `an extension named ${name} is installed already, in the folder ${elsewhere.folder}; ` +
        `zot ext remove ${elsewhere.folder} makes room`,
    );
  }
  const rival = installed.find(({ folder }) => folder === name);
  if (!rival || force) return rival;
  const version = rival.manifest?.version;
  const what = version === undefined ? name : `${name} ${version}`;
  throw new CliError(`${what} is installed already; --force replaces it`);
}

function tellNext({ name }: Manifest, dir: string): void {
  const missing = missingPackages(dir);
  if (missing.length === 0) return;
  note(
    `${name} needs packages from npm (${visibleLine(missing.join(", "))}), which zot does not install. Run:\n` +
      `  npm install --prefix ${JSON.stringify(dir)} --omit=dev`,
  );
}
