import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasBrowser, openFile } from "../../../test-support/browser.js";
import { scriptedAgent } from "./helpers/agents.js";
import { newStore, writeSession } from "./helpers/sessions.js";
import { tempFolder } from "./helpers/temp-folder.js";
import type { Tool } from "../src/index.js";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC";

const HOSTILE = [
  "<script>document.title = 'owned'</script>",
  "<img src=x onerror=\"document.title='owned'\">",
  "</code></pre><script>document.title='owned'</script>",
  "[click](javascript:document.title='owned')",
  "[x](https://e.example/\"onmouseover=\"document.title='owned')",
  "![pixel](http://127.0.0.1:9/leak?secret)",
  "`</code><script>document.title='owned'</script>`",
  "**<b onclick=alert(1)>bold</b>**",
  "\"><svg onload=document.title='owned'>",
  "| <script>x</script> | b |\n|---|---|\n| <i>1</i> | 2 |",
].join("\n\n");

const edit: Tool = {
  name: "edit",
  description: "edits",
  schema: { type: "object" },
  run: () => ({
    content: [{ type: "text", text: "made 1 edit in a.ts" }],
    details: {
      diff: "--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-const a = '<old>';\n+const a = '<new>';\n same\n",
      duration_ms: 1_234,
    },
  }),
};

const look: Tool = {
  ...edit,
  name: "look",
  run: () => ({
    content: [
      { type: "text", text: HOSTILE },
      { type: "image", mime_type: "image/png", data: PIXEL },
      { type: "image", mime_type: "image/svg+xml", data: PIXEL },
      { type: "image", mime_type: "image/png", data: '"><script>document.title="owned"</script>' },
    ],
    is_error: true,
  }),
};

async function exportSample(): Promise<string> {
  const store = newStore();
  const answer = [
    "## Done\n\nI changed **one** thing in `a.ts`, see [the docs](https://example.org/x).",
    "- first\n- second\n  - nested",
    "```ts\nconst a = '<new>';\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "> quoted\n\n1. one\n2. two",
  ].join("\n\n");
  const path = await writeSession(
    store,
    [
      {
        text: "Let me see.",
        calls: [
          { name: "edit", args: { path: "a.ts" } },
          { name: "look", args: { q: HOSTILE } },
        ],
      },
      { text: answer },
      { text: HOSTILE },
    ],
    {
      tools: [edit, look],
      prompts: [`Fix it <script>document.title = 'owned'</script>\nplease`, HOSTILE],
    },
  );
  return store.exportHtml(path, tempFolder());
}

describe("a session as a page", () => {
  test("holds everything, escaped, and nothing to run or to fetch", async () => {
    const file = await exportSample();
    expect(basename(file)).toMatch(
      /^\d{8}-\d{6}-[0-9a-f]{8}-fix-it-script-document-title-owned-scrip.*\.html$/,
    );
    const html = readFileSync(file, "utf8");
    expect(html).not.toMatch(
      /<script|<svg|<img(?! alt="" loading="lazy" src="data:image\/png;base64,[\w+/=]+">)|<i>|<b /,
    );
    expect(html).not.toMatch(/href="(?!https?:\/\/[^"]*" rel="noreferrer noopener">)/);
    expect(html).not.toMatch(/<[^>]*\son\w+=/);
    expect(html.match(/<details class="tool/g)).toHaveLength(2);
    expect(html).toContain('<span class="added">+const a = &#39;&lt;new&gt;&#39;;');
    expect(html.match(/<img /g)).toHaveLength(1);
    expect(html).toContain("default-src &#39;none&#39;".replaceAll("&#39;", "'"));
  });

  test("also shows what was said before a compaction", async () => {
    const store = newStore();
    const session = store.create({ provider: "scripted", model: "scripted" });
    const { agent } = scriptedAgent(
      [{ text: "answer one" }, { text: "two" }, { text: "three" }, { text: "in short" }],
      { journal: session },
    );
    for (const prompt of ["a", "b", "c"]) await agent.prompt(prompt);
    await agent.compact();
    await session.close();
    const html = readFileSync(
      await store.exportHtml(session.path, join(tempFolder(), "page")),
      "utf8",
    );
    expect(html).toContain("answer one");
    expect(html).toContain("in short");
    expect(html.match(/three/g)).toHaveLength(1);
  });

  test.skipIf(!hasBrowser())(
    "looks right in a browser, runs nothing and asks for nothing",
    async () => {
      const { page, requests, complaints } = await openFile(await exportSample());
      expect(await page.title()).toMatch(/^Fix it <script>/);
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith("data:image/png"))).toHaveLength(1);

      const tools = page.locator("details.tool");
      expect(await tools.count()).toBe(2);
      const diff = tools.first().locator(".diff");
      expect(await diff.isVisible()).toBe(false);
      await tools.first().locator("summary").click();
      expect(await diff.isVisible()).toBe(true);
      const colour = (kind: string) =>
        page.evaluate(`getComputedStyle(document.querySelector(".diff ${kind}")).backgroundColor`);
      expect(await colour(".added")).not.toBe(await colour(".removed"));
      await tools.nth(1).locator("summary").click();
      const image = tools.nth(1).locator("img");
      expect(
        await image.evaluate(
          (element) => (element as unknown as { naturalWidth: number }).naturalWidth,
        ),
      ).toBe(10);

      const tooWide = () =>
        page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
      expect(await tooWide()).toBe(0);
      await page.setViewportSize({ width: 380, height: 800 });
      expect(await tooWide()).toBe(0);
    },
  );
});
