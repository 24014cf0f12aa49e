import { expect, test } from "vitest";
import { dropLines } from "../src/text/drop-text.js";

test("rows that have gone off the screen are dropped, wherever they broke", () => {
  const off = ["one two three four", "five six"];
  expect(dropLines(["one two", "three four", "five six", "seven"], off)).toEqual({
    rows: ["seven"],
    lines: [],
  });
});

test("what a line says beyond the last row is still to be told", () => {
  const off = ["one two three four", "", "working"];
  expect(dropLines(["one two", "three"], off)).toEqual({
    rows: [],
    lines: ["four", "", "working"],
  });
});
