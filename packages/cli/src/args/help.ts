import { FLAGS, type Flag } from "./flags.js";

const HEADINGS: Record<Flag["group"], string> = {
  mode: "Modes",
  model: "Model",
  prompt: "Prompt",
  session: "Session",
  tools: "Tools",
  extensions: "Extensions",
  other: "Options",
};

const USAGE = `zot — a coding agent for the terminal, extended by programs in any language

  zot ["prompt"]           interactive; a prompt is sent first
  zot -p "prompt"          print the answer; piped input joins it
  zot --json "prompt"      the events of one prompt as JSON lines
  zot rpc                  serve a program over stdin and stdout
  zot ext <command>        list, install, remove, write and test extensions
`;

/** The whole help of the modes. */
export function renderHelp(): string {
  return USAGE + renderFlags(FLAGS);
}

/** The flags of a table under the headings of their groups. */
export function renderFlags(table: Record<string, Flag>): string {
  const names = Object.keys(table);
  const width = Math.max(...names.map((name) => spell(name, table[name]).length));
  const groups = groupNames(names, table);
  return [...groups]
    .map(([group, members]) => {
      const lines = members.map(
        (name) => `  ${spell(name, table[name]).padEnd(width)}  ${table[name]?.help ?? ""}`,
      );
      return `\n${HEADINGS[group]}\n${lines.join("\n")}\n`;
    })
    .join("");
}

function spell(name: string, flag: Flag | undefined): string {
  const short = flag?.short === undefined ? "" : `-${flag.short}, `;
  const value = flag?.takes === undefined ? "" : ` ${flag.takes}`;
  return `${short}--${name}${value}${flag?.repeat ? " …" : ""}`;
}

function groupNames(names: string[], table: Record<string, Flag>): Map<Flag["group"], string[]> {
  const groups = new Map<Flag["group"], string[]>();
  for (const name of names) {
    const group = table[name]?.group ?? "other";
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}
