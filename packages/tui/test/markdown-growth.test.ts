import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { stripStyles, Theme } from "../src/index.js";
import { loadHighlighter, MarkdownStream, renderMarkdown } from "../src/markdown.js";
import { HARD } from "./support/hard-markdown.js";

/** The program is ended then; no assertion looks at how long it took. */
const LIMIT_MS = 100_000;

/** Draws every hard text in a process of its own, which can be ended, and says which ones it got done. */
function drawInChild(length: number, how: string): string[] {
  const built = (name: string) => JSON.stringify(new URL(`../dist/${name}`, import.meta.url).href);
  const program = `
    import { readFileSync } from "node:fs";
    import { Theme } from ${built("index.js")};
    import { loadHighlighter, MarkdownStream, renderMarkdown } from ${built("markdown.js")};
    await loadHighlighter();
    const theme = new Theme({ depth: 256 });
    for (const [name, text] of JSON.parse(readFileSync(0, "utf8"))) {
      ${how}
      process.stdout.write(name + "\\n");
    }`;
  const texts = Object.entries(HARD).map(([name, make]) => [name, make(length)]);
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    input: JSON.stringify(texts),
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  return `${run.stderr.toString()}${run.stdout.toString()}`.trim().split("\n");
}

beforeAll(() => loadHighlighter());

describe("R11: markdown whose work could grow faster than its length", () => {
  const names = Object.keys(HARD);

  test(
    "is drawn in one piece, 300,000 characters of each kind",
    { timeout: LIMIT_MS + 20_000 },
    () => {
      expect(drawInChild(300_000, `renderMarkdown(text, 80, { theme });`)).toEqual(names);
    },
  );

  test(
    "is drawn while it comes in, a line at a time, 24,000 characters of each kind",
    { timeout: LIMIT_MS + 20_000 },
    () => {
      const how = `
        const stream = new MarkdownStream({ theme });
        for (let at = 0; at < text.length; at += 100) {
          stream.append(text.slice(at, at + 100));
          stream.takeFinished(80);
          stream.render(80);
        }
        stream.end();
        stream.takeFinished(80);`;
      expect(drawInChild(24_000, how)).toEqual(names);
    },
  );

  test("looks the same in the end, however it came", { timeout: 60_000 }, () => {
    const theme = new Theme({ depth: 0 });
    const size = 3 + Math.floor(Math.random() * 5_000);
    for (const [name, make] of Object.entries(HARD)) {
      const text = make(12_000);
      const stream = new MarkdownStream({ theme });
      const rows: string[] = [];
      for (let at = 0; at < text.length; at += size) {
        stream.append(text.slice(at, at + size));
        rows.push(...stream.takeFinished(60));
      }
      stream.end();
      rows.push(...stream.takeFinished(60));
      expect(rows, `${name}, ${size} characters at a time`).toEqual(
        renderMarkdown(text, 60, { theme }),
      );
    }
  });

  test("shows every letter of a text that is too deep or too wide to be drawn as meant", () => {
    const theme = new Theme({ depth: 0 });
    const said = (text: string) =>
      stripStyles(renderMarkdown(text, 70, { theme }).join("")).replace(/\s/g, "");
    expect(said(`${"> ".repeat(30)}the end`)).toBe(`${"▌".repeat(8)}${">".repeat(22)}theend`);
    expect(said(`${"*a ".repeat(20)}the end${" b*".repeat(20)}`)).toContain("theend");
    const wide = Array.from({ length: 65 }, (_, at) => `c${at}`);
    expect(said(`${wide.join("|")}\n${wide.map(() => "-").join("|")}\nx|y`)).toContain("c63|c64");
    const long = `${"word ".repeat(3_000)}the end`;
    expect(said(long)).toBe(long.replace(/\s/g, ""));
    const wordless = `${"x".repeat(3_999)}😀${"y".repeat(9_000)}`;
    expect(said(wordless)).toBe(wordless);
  });

  test("a long table goes on below its head, and a long paragraph without a gap", () => {
    const theme = new Theme({ depth: 0 });
    const rows = renderMarkdown(`name|value\n-|-\n${"1|2\n".repeat(3_000)}`, 40, { theme });
    expect(rows.filter((row) => row.includes("name")).length).toBeGreaterThan(1);
    expect(rows.filter((row) => /│ 1 +│ 2 +│/.test(row))).toHaveLength(3_000);
    expect(rows).not.toContain("");
    const text = Array.from({ length: 3_000 }, (_, at) => `line ${at}`);
    expect(renderMarkdown(text.join("\n"), 40, { theme })).toEqual(text);
    expect(
      renderMarkdown(`- ${text.join("\n")}`, 40, { theme }).map((row) => row.slice(2)),
    ).toEqual(text);
  });
});
