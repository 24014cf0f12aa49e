import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { hasBrowser, openFile } from "../../../test-support/browser.js";
import { exportAnswer } from "./helpers/sessions.js";

/** What markdown may become: no tag and no attribute but these. */
const INERT = [
  /^<\/?(?:p|strong|em|del|blockquote|ul|li|h[3-6]|thead|tbody|table|tr|code|pre|a|span|ol)>$/,
  /^<(?:br|hr)>$/,
  /^<li class="task">$/,
  /^<ol start="\d+">$/,
  /^<t[hd](?: align="(?:left|right|center)")?>$|^<\/t[hd]>$/,
  /^<input (?:checked="" )?disabled="" type="checkbox">$/,
  /^<pre data-language="[^"<>]*">$/,
  /^<p class="said">$/,
  /^<span class="(?:address|(?:hljs-|language-)[\w -]+)">$/,
  /^<a href="(?:https?:\/\/|mailto:)[^"<>\s]*" rel="noreferrer noopener"(?: title="[^"<>]*")?>$/,
];

/** The tags of an exported answer that are not among those. */
async function findLiveTags(answer: string): Promise<string[]> {
  const html = readFileSync(await exportAnswer(answer), "utf8");
  const shown = /<section class="assistant"[^>]*>([\s\S]*)<\/section>/.exec(html)?.[1] ?? "";
  expect(shown).not.toBe("");
  const tags = shown.match(/<[^>]*>?/g) ?? [];
  return tags.filter((tag) => !INERT.some((form) => form.test(tag)));
}

const RUN = "document.title='owned'";
const ATTACKS = [
  `<script>${RUN}</script>`,
  `<kbd><script>${RUN}</script></kbd>`,
  `<pre><img src=x onerror="${RUN}"></pre>`,
  `a <code><img src=x onerror="${RUN}"></code>`,
  `<style>* { display: none }</style>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<form action="https://evil.example/"><button>Continue</button></form>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<!-- --!><img src=x onerror="${RUN}"> -->`,
  `<![CDATA[<img src=x onerror="${RUN}">]]>`,
  `[x](javascript:${RUN})`,
  `[x](JaVaScRiPt:${RUN})`,
  `[x](  javascript:${RUN})`,
  `[x](<java\tscript:${RUN}>)`,
  `[x](javascript&colon;${RUN})`,
  `[x](&#106;avascript:${RUN})`,
  `[x](data:text/html,<script>${RUN}</script>)`,
  `[x](vbscript:msgbox)`,
  `[x](file:///etc/passwd)`,
  `[x](//evil.example/x)`,
  `[x](relative.html)`,
  `[x][r]\n\n[r]: javascript:${RUN}`,
  `<javascript:${RUN}>`,
  `[x](https://e.example/"onmouseover="${RUN})`,
  `[x](https://e.example/ '" onmouseover="${RUN}')`,
  `[x](https://e.example/ "\\" onmouseover=\\"${RUN}")`,
  `![" onerror="${RUN}](https://127.0.0.1:9/x.png)`,
  `![x](javascript:${RUN})`,
  `[![x](https://127.0.0.1:9/" onerror="${RUN})](https://e.example)`,
  `[<img src=x onerror="${RUN}">](https://e.example)`,
  '```"><script>x</script>\ncode\n```',
  "```ts\n</code></pre><script>x</script>\n```",
  "```html\n<script>document.title='owned'</script>\n```",
  "```nonsense<b>\n<b>\n```",
  "`<img src=x onerror=1>`",
  `| <img src=x onerror="${RUN}"> |\n|---|\n| <b>x</b> |`,
  `# <img src=x onerror="${RUN}">`,
  `- [x] <img src=x onerror="${RUN}">`,
  `1" onclick="${RUN}". x`,
  `99999999999999999999. x`,
  `&lt;img src=x onerror="${RUN}"&gt;`,
  `&#60;img src=x onerror="${RUN}"&#62;`,
  `\\<img src=x onerror="${RUN}"\\>`,
];

describe("what a hostile model writes, on the page of a session", () => {
  test.each(ATTACKS)("becomes nothing but text: %s", async (attack) => {
    expect(await findLiveTags(attack)).toEqual([]);
    expect(await findLiveTags(`> - ${attack.replaceAll("\n", "\n>   ")}`)).toEqual([]);
  });

  test("becomes nothing but text, however it is put together", async () => {
    const pieces = fc.constantFrom(
      ...ATTACKS,
      ..."< > [ ] ( ) ! ` * _ ~ | # \" ' & ; : - = \\".split(" "),
      "```",
      "~~~",
      " ",
      "\t",
      "\n",
      "\n\n",
      "\n> ",
      "\n- ",
      "\n    ",
      "](https://",
      "a|b\n-|-\n",
      "http://",
      "www.",
      "x@y.example",
      "ts\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 40 }), async (parts) => {
        // Blank answers make no section.
        expect(await findLiveTags(`.${parts.join("")}`)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("shows characters that turn text around, also when they are spelled out", async () => {
    const spelled =
      "a\u202Eb &#x202e; &#8238; &rlm; &lrm; `&#x202e;` [x](https://e.example/\u202Ex)\n\n```ts\na\u202Eb\n```";
    const html = readFileSync(await exportAnswer(spelled), "utf8");
    expect(html).not.toMatch(/\p{Bidi_Control}|&(?:#x?202e|#8238|rlm|lrm);/iu);
  });

  test("shows the characters that markdown spells as entities", async () => {
    const html = readFileSync(await exportAnswer("a &lt;b&gt; &amp; &rarr; &#233; AT&T"), "utf8");
    expect(html).toContain("a &lt;b&gt; &amp; &rarr; é AT&amp;T");
  });

  test.each([
    ["quotes in quotes", "> ".repeat(20_000)],
    ["lists in lists", "- ".repeat(20_000)],
    ["emphasis in emphasis", `${"*_".repeat(20_000)}x${"_*".repeat(20_000)}`],
    ["one mark, again and again", "_".repeat(90_000)],
    ["words with marks", "a_".repeat(45_000)],
    ["something like mail", `${"a-".repeat(45_000)}@`],
    ["blanks", `a${" ".repeat(90_000)}b`],
    ["brackets", "[".repeat(90_000)],
    ["tasks", "- [ ] a\n".repeat(6_000)],
    ["code", `\`\`\`ini\n${"a".repeat(90_000)}\n\`\`\``],
    ["code of short lines", `\`\`\`c#\n${"a b c\n".repeat(15_000)}\`\`\``],
    ["a long story", "word ".repeat(100_000)],
  ])("is shown in the end, though it is endless: %s", async (_, endless) => {
    const html = readFileSync(await exportAnswer(`Before.\n\n${endless}\n\nthe end`), "utf8");
    expect(html).toContain("the end");
  });

  test.each([
    ["a paragraph", 2_100, "<strong>", (n: number) => `**bold** ${"word ".repeat(n)}`],
    ["a text", 17_000, "<strong>", (n: number) => `**bold**\n\n${"word\n\n".repeat(n)}`],
    ["a line of code", 501, "hljs-", (n: number) => `\`\`\`ts\n"${"x".repeat(n)}"\n\`\`\``],
    [
      "a block of code",
      1_700,
      "hljs-",
      (n: number) => `\`\`\`ts\n${"let a = 12;\n".repeat(n)}\`\`\``,
    ],
  ])("%s that is too long to be read is shown as it is", async (_, length, markup, write) => {
    const show = async (answer: string) =>
      readFileSync(await exportAnswer(answer), "utf8").split("<main>")[1];
    expect(await show(write(length))).not.toContain(markup);
    expect(await show(write(100))).toContain(markup);
  });

  test.skipIf(!hasBrowser())(
    "T8: no image is fetched, and its whole address is shown",
    async () => {
      const hits: string[] = [];
      const sink = createServer(({ url }, response) => {
        hits.push(url ?? "");
        response.end();
      });
      await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void sink.close());
      const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
      const file = await exportAnswer(
        [
          `![a chart](${address}/leak?secret=1)`,
          `[![badge](${address}/badge)](https://e.example/home)`,
          `![][ref] <img src="${address}/raw">`,
          `[ref]: ${address}/by-reference`,
        ].join("\n\n"),
      );
      const { page, requests } = await openFile(file);
      await page.waitForLoadState("networkidle");
      expect(hits).toEqual([]);
      expect(requests).toHaveLength(1);
      expect(await page.locator("img").count()).toBe(0);
      expect(await page.locator("a").count()).toBe(3);
      const text = await page.locator("section.assistant").innerText();
      expect(text).toContain(`a chart (${address}/leak?secret=1)`);
      expect(text).toContain(`${address}/badge`);
      expect(text).toContain("https://e.example/home");
      expect(text).toContain(`${address}/by-reference`);
      expect(text).toContain(`<img src="${address}/raw">`);
    },
  );

  test.skipIf(!hasBrowser())("runs nothing in a browser, and is all there to read", async () => {
    const { page, requests, complaints } = await openFile(await exportAnswer(ATTACKS.join("\n\n")));
    expect(await page.title()).not.toBe("owned");
    expect(complaints).toEqual([]);
    expect(requests).toHaveLength(1);
    const text = await page.locator("section.assistant").innerText();
    for (const tag of ["<script>", "<style>", "<base ", "<meta ", "<iframe ", "<form ", "<!-- "]) {
      expect(text).toContain(tag);
    }
  });
});
