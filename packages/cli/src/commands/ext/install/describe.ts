import { digestExtension, resolveExec } from "@zot/sdk/extensions";
import type { Manifest } from "@zot/protocol";
import { visibleLine } from "@zot/tui/sanitize";
import { renderCommandLine } from "../../../render-command-line.js";
import type { InstalledFolder } from "../find-extension.js";
import type { Tree } from "./check-tree.js";
import { describeSource, type Source } from "./source.js";

/** What is known of an extension before it is installed. */
interface Described {
  source: Source;
  commit: string | undefined;
  unneeded: string[];
  tree: Tree;
  manifest: Manifest;
  rival: InstalledFolder | undefined;
  getsSdk: boolean;
  dir: string;
}

/** What the user should know before answering. */
export async function describe({
  source,
  commit,
  unneeded,
  tree,
  manifest,
  rival,
  getsSdk,
  dir,
}: Described): Promise<string> {
  const exec = manifest.exec && resolveExec(manifest.exec, dir, process.env.PATH);
  const lines = [
    `${title(manifest)}${manifest.description === undefined ? "" : `: ${visibleLine(manifest.description)}`}`,
    `  from    ${visibleLine(describeSource(source))}${commit === undefined ? "" : ` at ${commit.slice(0, 12)}`}`,
    `  runs    ${renderCommandLine(manifest)}`,
    `  files   ${tree.files}, ${renderSize(tree.bytes)}`,
    `  digest  ${await digestExtension(dir, manifest)}`,
    ...tree.leftOut.map(({ path, why }) => `  leaves  ${visibleLine(path)}: ${why}`),
    ...(unneeded.length === 0
      ? []
      : [`  leaves  packages for development: ${visibleLine(unneeded.join(", "))}`]),
    ...(getsSdk ? ["  adds    zot's own copy of @zot/ext to its node_modules"] : []),
    ...(rival
      ? [`  replaces ${title(rival.manifest ?? { name: rival.folder })}, and what it keeps`]
      : []),
    ...(exec && !exec.ok ? [`  note    ${visibleLine(exec.reason)}`] : []),
    ...(manifest.enabled === false ? ["  note    it is disabled: zot ext enable starts it"] : []),
    "An extension is a program: it runs with all your rights whenever zot runs.",
  ];
  return lines.join("\n");
}

/** Its name and its version, safe to show. */
export function title({ name, version }: { name: string; version?: string | undefined }): string {
  return version === undefined ? visibleLine(name) : `${visibleLine(name)} ${visibleLine(version)}`;
}

function renderSize(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
