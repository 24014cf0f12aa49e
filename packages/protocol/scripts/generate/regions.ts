import { readSessions } from "../corpus.js";
import { tables } from "./frame-tables.js";

const REGION = /<!-- generated: ([\w-]+) -->[\s\S]*?<!-- end -->/g;

/** Fills the marked regions of a page. */
export function fillRegions(page: string): string {
  return page.replace(REGION, (_, name: string) => {
    const body = name.startsWith("session-")
      ? session(name.slice("session-".length))
      : tables[name]?.();
    if (body === undefined) throw new Error(`there is nothing to generate for "${name}"`);
    return `<!-- generated: ${name} -->\n\n${body}\n\n<!-- end -->`;
  });
}

function session(name: string): string {
  const found = readSessions().find(({ file }) => file === `sessions/${name}.json`);
  if (!found) throw new Error(`the corpus has no session "${name}"`);
  const lines = found.frames.map(({ from, frame }) => `${ARROWS[from]} ${JSON.stringify(frame)}`);
  return ["```text", ...lines, "```"].join("\n");
}

const ARROWS = { extension: "→", host: "←" };
