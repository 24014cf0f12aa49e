import fc from "fast-check";
import { expect, test } from "vitest";
import { setInJson } from "../src/commands/ext/set-in-json.js";

test.each([
  [
    "a new field goes behind the comment of the last one",
    '{\n  "a": 1 // the first, "b": 2\n}\n',
    '{\n  "a": 1, // the first, "b": 2\n  "on": true\n}\n',
  ],
  [
    "a comma at the end stays at the end",
    '{\r\n\t"a": [1, 2,], // x\r\n\t"b": 2,\r\n\t/* the end */\r\n}',
    '{\r\n\t"a": [1, 2,], // x\r\n\t"b": 2,\r\n\t/* the end */\r\n\t"on": true,\r\n}',
  ],
  ["an object on one line stays on one line", '{"a":1}', '{"a":1, "on": true}'],
  ["so does one whose end is on the next", '{"a":1\n}', '{"a":1, "on": true\n}'],
  [
    "a line comment ends the line also where all else is on one",
    '{"a":1 // x\n}',
    '{"a":1, // x\n"on": true\n}',
  ],
  ["an empty object gets its first field", "// nothing\n{}\n", '// nothing\n{ "on": true }\n'],
  [
    "a value is replaced where it stands",
    '/* "on": 0 */ { "on" /* is */ : /* now */ {"x": [false]} /* so */ }',
    '/* "on": 0 */ { "on" /* is */ : /* now */ true /* so */ }',
  ],
])("%s", async (_, before, after) => {
  expect(await setInJson(before, ["on"], true)).toBe(after);
});

test("a field inside of an object is set there, in the last object of that name", async () => {
  const text = '{ "on": {}, "b": { "on": 1 }, "on": { "b": "x" } }';
  expect(await setInJson(text, ["on", "b"], "y")).toBe(
    '{ "on": {}, "b": { "on": 1 }, "on": { "b": "y" } }',
  );
});

test("what holds no such object is refused", async () => {
  await expect(setInJson('{ "on": 1 }', ["on", "b"], 2)).rejects.toThrow('"on" is not an object');
  await expect(setInJson("[]", ["on"], 2)).rejects.toThrow("it is not an object");
  await expect(setInJson("", ["on"], 2)).rejects.toThrow("it is not an object");
});

test("whatever an object holds and however it is indented, one field changes and nothing else", async () => {
  const indent = fc.constantFrom("", "\t", "  ", "    ");
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(
      object,
      indent,
      fc.string(),
      fc.jsonValue(),
      async (before, by, key, value) => {
        const text = JSON.stringify(before, undefined, by);
        const after = Object.fromEntries([...Object.entries(before), [key, value]]);
        const edited = await setInJson(text, [key], value);
        expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify(after)));
      },
    ),
  );
});
