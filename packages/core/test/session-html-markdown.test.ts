import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, openFile } from "../../../test-support/browser.js";
import { exportAnswer } from "./helpers/sessions.js";

/** The answer of an exported session, as a browser shows it. */
async function show(
  answer: string,
  options: { colorScheme?: "light" | "dark" } = {},
): Promise<{ page: Page; answer: Locator }> {
  const { page } = await openFile(await exportAnswer(answer), options);
  return { page, answer: page.locator("section.assistant") };
}

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate(
    (element, name) =>
      (
        globalThis as unknown as {
          getComputedStyle: (of: unknown) => { getPropertyValue: (name: string) => string };
        }
      )
        .getComputedStyle(element)
        .getPropertyValue(name),
    property,
  );

describe.skipIf(!hasBrowser())("markdown on the page of a session", () => {
  test("a list inside a list is inside the item that it belongs to", async () => {
    const { answer } = await show(
      [
        "1. first",
        "   - inner one",
        "     1. innermost",
        "   - inner two",
        "2. second",
        "",
        "   More about the second.",
        "",
        "   ```sh",
        "   echo hi",
        "   ```",
        "3. third",
      ].join("\n"),
    );
    const outer = answer.locator(":scope > ol > li");
    expect(await outer.count()).toBe(3);
    expect(await outer.nth(0).locator(":scope > ul > li").count()).toBe(2);
    expect(await answer.locator("ol ul ol li").innerText()).toBe("innermost");
    expect(await outer.nth(1).innerText()).toContain("More about the second.");
    expect(await outer.nth(1).locator("pre code").textContent()).toBe("echo hi\n");
    expect((await outer.nth(2).innerText()).trim()).toBe("third");
  });

  test("a numbered list goes on from the number that it starts with", async () => {
    const { answer } = await show("7. seven\n8. eight");
    expect(await answer.locator("ol").getAttribute("start")).toBe("7");
  });

  test("a table has its columns aligned, keeps escaped bars and ends where its rows end", async () => {
    const { answer } = await show(
      [
        "name | count | note",
        ":--- | ----: | :--:",
        "**a** | 1 | `x \\| y`",
        "~~b~~ | 22 | [docs](https://example.org/b)",
        "",
        "After the table.",
      ].join("\n"),
    );
    const cells = answer.locator("tbody td");
    expect(await cells.count()).toBe(6);
    expect(await cells.nth(2).locator("code").innerText()).toBe("x | y");
    expect(await cells.nth(0).locator("strong").innerText()).toBe("a");
    expect(await cells.nth(3).locator("del").innerText()).toBe("b");
    const aligned = [0, 1, 2].map((at) => styleOf(cells.nth(at), "text-align"));
    expect(await Promise.all(aligned)).toEqual(["left", "right", "center"]);
    expect(await styleOf(answer.locator("th").nth(1), "text-align")).toBe("right");
    expect(await answer.locator(":scope > p").innerText()).toBe("After the table.");
  });

  test("words are struck through, bold and in italics, whichever marks say so", async () => {
    const { answer } = await show(
      "~~gone~~ _under_ *star* __strong__ ***both*** and snake_case_name, 2 * 3 * 4",
    );
    expect(await styleOf(answer.locator("del"), "text-decoration-line")).toBe("line-through");
    expect(await answer.locator("em").allInnerTexts()).toEqual(["under", "star", "both"]);
    expect(await answer.locator("strong").allInnerTexts()).toEqual(["strong", "both"]);
    expect(await answer.innerText()).toContain("and snake_case_name, 2 * 3 * 4");
  });

  test("links of every kind lead to the web or to mail, and say where they lead", async () => {
    const { answer } = await show(
      [
        "[wiki](https://en.wikipedia.org/wiki/Zot_(disambiguation)) and [*styled*](http://a.example/x)",
        "<https://angle.example/> or https://bare.example/path?x=1&y=2.",
        '[by reference][docs], [mail](mailto:me@example.org), [titled](https://t.example/ "The title")',
        "[https://bank.example](https://evil.example/login)",
        "",
        "[docs]: https://docs.example/start",
      ].join("\n\n"),
    );
    const links = answer.locator("a");
    const targets = await links.evaluateAll((all) =>
      all.map((link) => (link as unknown as { href: string }).href),
    );
    expect(targets).toEqual([
      "https://en.wikipedia.org/wiki/Zot_(disambiguation)",
      "http://a.example/x",
      "https://angle.example/",
      "https://bare.example/path?x=1&y=2",
      "https://docs.example/start",
      "mailto:me@example.org",
      "https://t.example/",
      "https://evil.example/login",
    ]);
    expect(await links.nth(1).locator("em").innerText()).toBe("styled");
    const text = await answer.innerText();
    expect(text).toContain("wiki (https://en.wikipedia.org/wiki/Zot_(disambiguation))");
    expect(text).toContain("by reference (https://docs.example/start)");
    expect(text).toContain("https://bank.example (https://evil.example/login)");
    expect(text).toContain("https://angle.example/ or https://bare.example/path?x=1&y=2.");
  });

  test("task boxes show what is done, and can't be ticked", async () => {
    const { answer } = await show("- [x] done\n- [ ] open\n  - [x] a part of it\n- no task");
    const boxes = answer.locator('input[type="checkbox"]');
    expect(await boxes.count()).toBe(3);
    const ticked = [0, 1, 2].map((at) => boxes.nth(at).isChecked());
    expect(await Promise.all(ticked)).toEqual([true, false, true]);
    expect(await boxes.nth(0).isDisabled()).toBe(true);
    const [outer, inner] = [await boxes.nth(1).boundingBox(), await boxes.nth(2).boundingBox()];
    expect((inner?.x ?? 0) - (outer?.x ?? 0)).toBeGreaterThan(10);
    const items = answer.locator("li");
    expect(await styleOf(items.nth(0), "list-style-type")).toBe("none");
    expect(await styleOf(items.nth(3), "list-style-type")).toBe("disc");
    expect(await answer.innerText()).not.toContain("[x]");
  });

  test("quotes hold paragraphs, lists and other quotes; headings come in both forms", async () => {
    const { answer } = await show("> said\n>\n> - a\n>\n> > deeper\n\nTitle\n=====\n\n### Third");
    expect(await answer.locator("blockquote blockquote").innerText()).toBe("deeper");
    expect(await answer.locator("blockquote li").innerText()).toBe("a");
    expect(await answer.locator("h3").innerText()).toBe("Title");
    expect(await answer.locator("h5").innerText()).toBe("Third");
  });

  test("HTML is shown as it was written, and markdown inside of it is markdown", async () => {
    const tags = '<div>\n<kbd>Ctrl</kbd> &rarr; **bold** <a href="https://e.example/x">';
    const { answer } = await show(`${tags}\n</div>\n\n<details>\n\n- item\n\n</details>`);
    expect(await answer.innerText()).toContain(tags.replace("&rarr;", "→").replaceAll("*", ""));
    expect(await answer.locator("strong").innerText()).toBe("bold");
    expect(await answer.locator("li").innerText()).toBe("item");
    expect(await answer.locator("a, kbd, div, details").count()).toBe(0);
  });

  test("a line ends where the model ended it", async () => {
    const { answer } = await show("one\ntwo");
    expect(await answer.innerText()).toBe("one\ntwo");
  });
});

const CODE = `// A comment
import { x } from "./x.js";
export const answer: number = 42; /* <b>&amp;</b> */
function ask(question: string) {
  return \`\${question} \${answer}\`;
}
`;

describe.skipIf(!hasBrowser())("code on the page of a session", () => {
  test.each(["light", "dark"] as const)(
    "has colours that can be read in %s, and not a letter changed",
    async (colorScheme) => {
      const { answer } = await show(`\`\`\`ts\n${CODE}\`\`\``, { colorScheme });
      const pre = answer.locator("pre");
      expect(await pre.locator("code").textContent()).toBe(CODE);
      const background = parseColour(await styleOf(pre, "background-color"));
      const spans = await pre.locator("code span").all();
      const colours = new Set(await Promise.all(spans.map((span) => styleOf(span, "color"))));
      expect(colours.size).toBeGreaterThanOrEqual(4);
      for (const colour of colours) {
        expect(contrast(parseColour(colour), background), colour).toBeGreaterThan(4.5);
      }
    },
  );

  test.each([
    ["javascript", "const a = 1;"],
    ["tsx", "const a = <b>1</b>;"],
    ["python", "def a():\n    return 1"],
    ["py", "import os"],
    ["c", "int main(void) { return 0; }"],
    ["cpp", "class A {};"],
    ["c#", "public class A {}"],
    ["java", "public class A {}"],
    ["kotlin", "fun main() {}"],
    ["go", "func main() {}"],
    ["rust", "fn main() {}"],
    ["swift", "func a() {}"],
    ["ruby", "def a; end"],
    ["php", "<?php echo 1;"],
    ["sh", "if true; then echo hi; fi"],
    ["console", "echo hi"],
    ["sql", "select 1 from a"],
    ["json", '{"a": 1}'],
    ["jsonc", '{"a": 1}'],
    ["yaml", "a: 1"],
    ["toml", "a = 1"],
    ["css", "a { color: red }"],
    ["html", "<b>x</b>"],
    ["Dockerfile", "FROM node"],
    ["lua", "local a = 1"],
    ["diff", "+new\n-old"],
  ])("is coloured in %s", async (language, code) => {
    const html = readFileSync(await exportAnswer(`\`\`\`${language}\n${code}\n\`\`\``), "utf8");
    expect(html).toMatch(/<pre[^>]*><code>[^\n]*<span class="hljs-/);
  });

  test("of a language that nobody knows is shown as it is, under its name", async () => {
    const { answer } = await show("```brainmelt {linenos}\n<a> & b\n```\n\n    indented <c>");
    const blocks = answer.locator("pre");
    expect(await blocks.nth(0).getAttribute("data-language")).toBe("brainmelt");
    expect(await blocks.nth(0).textContent()).toBe("<a> & b\n");
    expect(await blocks.nth(1).textContent()).toBe("indented <c>\n");
  });
});

type Colour = [red: number, green: number, blue: number];

function parseColour(text: string): Colour {
  const [red = 0, green = 0, blue = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** As WCAG reckons it: 4.5 is what it asks of text. */
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
