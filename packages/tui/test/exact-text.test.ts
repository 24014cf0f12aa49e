import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ConfirmDialog,
  exactRows,
  InputDecoder,
  stringWidth,
  stripStyles,
  Theme,
} from "../src/index.js";
import { visible } from "../src/sanitize.js";
import { keyBytes } from "../src/testing.js";

const theme = new Theme({ depth: 0 });

describe("R2: text that somebody decides about", () => {
  test("is wrapped without losing a character, and nothing in it is hidden", () => {
    const odd = fc.constantFrom(
      ..."\x1b\x9d\x07\u202e\u200b\u2066 \t\n漢😀ab;".split(""),
      "      ",
    );
    fc.assert(
      fc.property(
        fc.array(odd, { maxLength: 200 }),
        fc.integer({ min: 30, max: 60 }),
        (parts, width) => {
          const text = parts.join("");
          const rows = exactRows(text, width, { lead: "$ " });
          for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(width);
          const shown = visible(text).replaceAll("\t", "    ");
          const isFolded = rows.some((row) => /… \d+ blank rows …/.test(row));
          const said = rows.map((row) => row.slice(2)).join("");
          if (!isFolded) expect(said).toBe(shown.replaceAll("\n", ""));
          else expect(said.replace(/… \d+ blank rows …|\s/g, "")).toBe(shown.replace(/\s/g, ""));
        },
      ),
    );
  });

  test("cannot be pushed out of sight by blank rows: those are counted", () => {
    expect(exactRows(`git status${"\n".repeat(5_000)}rm -rf ~`, 40)).toEqual([
      "  git status",
      "  … 4999 blank rows …",
      "  rm -rf ~",
    ]);
    expect(exactRows(`git status${" ".repeat(4_000)}; rm -rf ~`, 42)).toEqual([
      `  git status${" ".repeat(30)}`,
      "  … 99 blank rows …",
      "↳           ; rm -rf ~",
    ]);
    expect(exactRows("a\n\n\nb", 40)).toEqual(["  a", "  ", "  ", "  b"]);
  });

  test("shows a new line as one, however long the line before it is", () => {
    const comment = `git status # ${"x".repeat(25)}`;
    for (const lead of ["", "$ "]) {
      expect(exactRows(`${comment}\ntouch EVIL`, 40, { lead })).not.toEqual(
        exactRows(`${comment}touch EVIL`, 40, { lead }),
      );
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom("ls", "#", " ", "\n", "↳ ", "\n↳ ", "x".repeat(9))),
          // A narrower one has no room for the word by which folded rows are told.
          fc.integer({ min: 20, max: 40 }),
          (parts, width) => {
            const rows = exactRows(parts.join(""), width, { lead });
            const isFolded = rows.some((row) => row.includes("blank"));
            const gutter = rows.length > 1 ? 2 : lead.length;
            const read = rows
              .map((row, at) => (at > 0 && !row.startsWith("↳ ") ? "\n" : "") + row.slice(gutter))
              .join("");
            if (!isFolded) expect(read).toBe(parts.join(""));
          },
        ),
      );
    }
  });
});

function press(dialog: ConfirmDialog<string>, ...ids: string[]) {
  const decoder = new InputDecoder();
  for (const event of ids.flatMap((id) => decoder.push(keyBytes(id)))) {
    if (event.type === "key") dialog.handleKey(event);
  }
}

describe("R2: a question about something long", () => {
  const open = (height = 12) =>
    new ConfirmDialog({
      theme,
      title: "Run bash?",
      message: "Asked by the model",
      subject: (width) => exactRows("x".repeat(20 * (width - 2)), width),
      height: () => height,
      choices: [
        { value: "no", label: "No", key: "n" },
        { value: "once", label: "Yes, once", key: "y" },
      ],
    });
  const plain = (dialog: ConfirmDialog<string>) => dialog.render(40).map(stripStyles);

  test("always says who asks and how much is not in sight, right above the answers", () => {
    const rows = plain(open());
    expect(rows).toHaveLength(12);
    expect(rows[1]).toContain("Asked by the model");
    expect(rows[8]).toContain("14 more rows below ↓ · 1–6 of 20");
    expect(rows[9]).toContain("› No (n)");
  });

  test("is looked through with several keys, to its end", () => {
    const dialog = open();
    const place = () => {
      const [found = ""] = /\d+–\d+ of 20/.exec(plain(dialog).join()) ?? [];
      return found;
    };
    plain(dialog);
    press(dialog, "pagedown");
    expect(place()).toBe("7–12 of 20");
    press(dialog, "j");
    expect(place()).toBe("8–13 of 20");
    press(dialog, "k", "space");
    expect(place()).toBe("13–18 of 20");
    press(dialog, "end");
    expect(plain(dialog).join()).toContain("the end · 15–20 of 20");
    expect(plain(dialog)[1]).toContain("Asked by the model");
    press(dialog, "home");
    expect(place()).toBe("1–6 of 20");
  });

  test("still shows a row of it, and its answers, where there is hardly any room", () => {
    const rows = plain(open(6));
    expect(rows.join()).toContain("19 more rows below ↓");
    expect(rows.join()).toContain("Yes, once (y)");
  });

  test("is answered by its keys at any time", async () => {
    const dialog = open();
    plain(dialog);
    press(dialog, "y");
    expect(await dialog.result).toBe("once");
  });
});
