import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { stringWidth, stripStyles, Theme } from "../src/index.js";
import { loadHighlighter, MarkdownStream, renderMarkdown } from "../src/markdown.js";

const theme = new Theme({ depth: 0 });
const draw = (text: string, width = 60) =>
  renderMarkdown(text, width, { theme }).map((row) => stripStyles(row).trimEnd());

const SAMPLE = `# Title

Some **bold**, *slanted*, ~~gone~~ and \`code\` with a [link](https://example.com/a_b) in
one paragraph.

- one
- two
  - nested
- [x] done

1. first
2. second

> quoted **text**

| name | value |
|------|------:|
| a    | 1     |
| b \\| c | 22 |

\`\`\`ts
/* a comment
over two lines */
const x = "text"; // end
\`\`\`

~~~
no language
~~~

Setext
------

---

Done.
`;

beforeAll(() => loadHighlighter());

test("a whole text is drawn block by block", () => {
  expect(draw(SAMPLE)).toEqual([
    "Title",
    "━━━━━",
    "",
    "Some bold, slanted, gone and code with a link",
    "(https://example.com/a_b) in",
    "one paragraph.",
    "",
    "• one",
    "• two",
    "  ◦ nested",
    "• ☑ done",
    "",
    "1. first",
    "2. second",
    "",
    "▌ quoted text",
    "",
    "┌───────┬───────┐",
    "│ name  │ value │",
    "├───────┼───────┤",
    "│ a     │     1 │",
    "│ b | c │    22 │",
    "└───────┴───────┘",
    "",
    "  ts",
    "  /* a comment",
    "  over two lines */",
    '  const x = "text"; // end',
    "",
    "  no language",
    "",
    "Setext",
    "",
    "─".repeat(60),
    "",
    "Done.",
  ]);
});

test("however the text is cut, the rows handed out are those of the whole, each once", () => {
  const colored = new Theme({ depth: 256 });
  const whole = renderMarkdown(SAMPLE, 50, { theme: colored });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (sizes) => {
      const stream = new MarkdownStream({ theme: colored });
      const rows: string[] = [];
      for (let at = 0, turn = 0; at < SAMPLE.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        stream.append(SAMPLE.slice(at, at + size));
        at += size;
        rows.push(...stream.takeFinished(50));
        stream.render(50);
      }
      stream.end();
      rows.push(...stream.takeFinished(50));
      expect(rows).toEqual(whole);
      expect(stream.render(50)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("what is handed out and what is still open are together what the text so far looks like", () => {
  for (let end = 1; end < SAMPLE.length; end += 7) {
    const stream = new MarkdownStream({ theme });
    const taken: string[] = [];
    for (let at = 0; at < end; at += 1) {
      stream.append(SAMPLE[at] ?? "");
      taken.push(...stream.takeFinished(50));
    }
    expect([...taken, ...stream.render(50)]).toEqual(
      renderMarkdown(SAMPLE.slice(0, end), 50, { theme }),
    );
  }
});

test("lines of a code block are handed out as they come, not only when it ends", () => {
  const stream = new MarkdownStream({ theme });
  stream.append("```py\nprint(1)\nprint(2)\npri");
  expect(stream.takeFinished(40).map(stripStyles)).toEqual(["  py", "  print(1)", "  print(2)"]);
  expect(stream.render(40)).toEqual(["  pri"]);
});

test("a picture shows its whole address", () => {
  expect(draw("![chart](https://evil.example/x.png?leak=secret)", 80)).toEqual([
    "[image: chart] https://evil.example/x.png?leak=secret",
  ]);
});

test("a link that says one address and leads to another shows both", () => {
  expect(draw("[https://bank.example](https://evil.example)")).toEqual([
    "https://bank.example (https://evil.example)",
  ]);
});

test("escape sequences in the text never reach a row", () => {
  const rows = renderMarkdown("a\x1b]52;c;eA==\x07b **\x1b[2Jc**\n\n```\n\x1b[31mred\n```", 40, {
    theme,
  });
  expect(rows.map(stripStyles)).toEqual(["ab c", "", "  red"]);
});

test("stars and underscores that mark nothing stay", () => {
  expect(draw("2 * 3 * 4, snake_case_name, **open and `tick")).toEqual([
    "2 * 3 * 4, snake_case_name, **open and `tick",
  ]);
});

test("no row is wider than the screen, at any width, with wide characters", () => {
  const text = `${SAMPLE}\n| 日本語 | 👩‍👩‍👧 |\n|---|---|\n| ${"長い".repeat(20)} | ${"x".repeat(90)} |\n\n- ${"語".repeat(50)}\n`;
  for (let width = 10; width < 100; width += 1) {
    for (const row of renderMarkdown(text, width, { theme })) {
      expect(stringWidth(row)).toBeLessThanOrEqual(width);
    }
  }
});

test("code is coloured by what it is, across lines", () => {
  const colored = new Theme({ depth: 16 });
  const rows = renderMarkdown('```ts\n/* a\nb */ const x = "s"; foo(1)\n```', 60, {
    theme: colored,
  });
  expect(rows[2]).toContain(colored.paint("comment", "b */"));
  expect(rows[2]).toContain(colored.paint("keyword", "const"));
  expect(rows[2]).toContain(colored.paint("string", '"s"'));
  expect(rows[2]).toContain(colored.paint("function", "foo"));
  expect(rows[2]).toContain(colored.paint("number", "1"));
});
