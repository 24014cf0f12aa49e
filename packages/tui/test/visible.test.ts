import { visible, visibleJson, visibleLine } from "@zot/tui/sanitize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("text that somebody decides about", () => {
  it.each([
    ["git status\x1b]0;\x07; rm -rf ~", "git status\\x1b]0;\\x07; rm -rf ~"],
    ["a\u202eb\u2066c\u200bd\ufeffe", "a\\u202eb\\u2066c\\u200bd\\ufeffe"],
    ["C1 \x9d and \x90", "C1 \\x9d and \\x90"],
    ["tag \u{e0041}, filler \u3164, empty \u2800", "tag \\u{e0041}, filler \\u3164, empty \\u2800"],
    ["no-break\u00a0space", "no-break\\xa0space"],
    ["lone \ud800", "lone \\ud800"],
    ["two\r\nlines\rhere", "two\\r\nlines\\rhere"],
    ["plain ä 漢字 😀\n\tindented", "plain ä 漢字 😀\n\tindented"],
  ])("writes out what is not plainly printable: %j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("has one line where there is room for one", () => {
    expect(visibleLine("echo a\n\trm b\r")).toBe("echo a⏎\\trm b\\r");
  });

  it("is the same JSON to a program, and plain text to a terminal", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        const data = { value, text, [text]: 1 };
        for (const json of [JSON.stringify(data), JSON.stringify(data, undefined, 2)]) {
          expect(JSON.parse(visibleJson(json))).toEqual(JSON.parse(json));
          expect(visibleJson(json)).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });

  it("never lets a control, format or invisible character through, and drops none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visibleLine(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
        expect(Array.from(shown).length).toBeGreaterThanOrEqual(Array.from(text).length);
      }),
    );
  });
});
