import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contentBlock,
  decodeManifest,
  encodeFrame,
  LineSplitter,
  manifestSchema,
  parseLine,
  readContentBlock,
  type ForeignBlock,
  type FromExtension,
  type Line,
} from "../src/index.js";
import { directions, typeOf } from "../scripts/wire.js";
import { arbitraryOf, json } from "./support/arbitrary.js";

const everyFrame = Object.entries(directions).flatMap(([direction, { frames, decode }]) =>
  frames.map((frame) => ({ direction, type: typeOf(frame), frame, decode })),
);
const decoders = Object.values(directions).map(({ decode }) => decode);

function linesOf(...chunks: Uint8Array[]): Line[] {
  const splitter = new LineSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

describe("an arbitrary valid frame", () => {
  test.each(everyFrame)("$direction $type survives the wire", ({ frame, decode }) => {
    fc.assert(
      fc.property(arbitraryOf(frame), (value) => {
        const [line, ...more] = linesOf(Buffer.from(encodeFrame(value as FromExtension)));
        expect(more).toEqual([]);
        const text = line?.ok ? line.text : "";
        expect(decode(text)).toStrictEqual({ ok: true, frame: value });
      }),
      { numRuns: 40 },
    );
  });
});

/** The same with something else in one place, however deep; null there would mean "left out" to a reader alone. */
const changedSomewhere = (valid: fc.Arbitrary<unknown>) =>
  fc
    .tuple(valid, fc.infiniteStream(fc.nat()), fc.option(odd))
    .map(([value, draws, other]) => change(value, draws, other ?? undefined));

const odd = fc.oneof(
  json.filter((value) => value !== null),
  fc.constantFrom<unknown>(
    "",
    "/x",
    "abcd",
    "ab=c",
    "YQ==",
    0,
    -1,
    1.5,
    2 ** 53,
    2 ** 60,
    [],
    {},
    true,
  ),
);

function change(value: unknown, draws: Iterator<number>, other: unknown): unknown {
  if (typeof value !== "object" || value === null) return other;
  const keys = Object.keys(value);
  const draw = (draws.next().value as number) % (keys.length + 1);
  const key = keys[draw];
  if (key === undefined) return other;
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const fields = copy as Record<string, unknown>;
  const changed = change(fields[key], draws, other);
  if (changed === undefined) Reflect.deleteProperty(fields, key);
  else fields[key] = changed;
  return JSON.parse(JSON.stringify(copy));
}

describe("a value with something wrong in it", () => {
  test.each(everyFrame)("$direction $type is read as its schema reads it", (each) => {
    const { frame, type, decode } = each;
    fc.assert(
      fc.property(changedSomewhere(arbitraryOf(frame)), (changed) => {
        fc.pre(typeof changed === "object" && changed !== null && !Array.isArray(changed));
        const value = { ...changed, type };
        const expected = frame.safeParse(value);
        const given = decode(JSON.stringify(value));
        expect(given.ok).toBe(expected.success);
        if (given.ok) expect(given.frame).toEqual(expected.data);
      }),
      { numRuns: 200 },
    );
  });

  test("a manifest is read as its schema reads it", () => {
    fc.assert(
      fc.property(changedSomewhere(arbitraryOf(manifestSchema)), (value) => {
        fc.pre(value !== undefined);
        const expected = manifestSchema.safeParse(value);
        const given = decodeManifest(JSON.stringify(value));
        expect(given.ok).toBe(expected.success);
        if (given.ok) expect(given.manifest).toEqual(expected.data);
      }),
      { numRuns: 500 },
    );
  });

  test("a content block is read as its schema reads it", () => {
    const blocks = fc.oneof(...contentBlock.options.map(arbitraryOf));
    fc.assert(
      fc.property(changedSomewhere(blocks), (value) => {
        fc.pre(typeof value === "object" && value !== null);
        const expected = contentBlock.safeParse(value);
        expect(readContentBlock(value as ForeignBlock)).toEqual(expected.data);
      }),
      { numRuns: 500 },
    );
  });
});

describe("foreign input", () => {
  test("arbitrary bytes never throw, and never give a line with an LF in it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        for (const line of linesOf(bytes)) {
          if (!line.ok) continue;
          expect(line.text).not.toContain("\n");
          for (const decode of decoders) decode(line.text);
        }
      }),
    );
  });

  test("arbitrary text and arbitrary JSON never throw, and a refusal says why", () => {
    const typed = fc
      .tuple(fc.constantFrom(...everyFrame.map(({ type }) => type)), json)
      .map(([type, value]) => JSON.stringify({ ...(value as object), type }));
    // Not String(): a generated object may have a toString that is no function.
    const unquoted = json.map((value) => (typeof value === "string" ? value : typeof value));
    const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.json(), unquoted, typed);
    fc.assert(
      fc.property(anyText, (text) => {
        for (const decode of decoders) {
          const read = decode(text);
          if (!read.ok) expect(read.problem.message).not.toBe("");
        }
      }),
      { numRuns: 500 },
    );
  });

  test("hostile keys and depths never touch a prototype", () => {
    const name = fc.constantFrom("__proto__", "\\u005f_proto__", "constructor", "prototype", "a");
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: "large" },
        fc.constantFrom("1", '"x"', "null", '{"polluted":true}'),
        fc.tuple(name, tie("value")).map(([key, inner]) => `{"${key}":${inner}}`),
        fc.tuple(tie("value"), tie("value")).map((both) => `[${both.join()}]`),
      ),
    }));
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(fc.tuple(fc.constantFrom("schema", "__proto__", "x"), value), ([key, inner]) => {
        const text = `{"type":"register_tool","name":"a","${key}":${inner}}`;
        const parsed = parseLine(text);
        const spells = /"(__proto__|\\u005f_proto__)":/.test(text);
        expect(parsed.ok).toBe(!spells);
        for (const decode of decoders) {
          const read = decode(text);
          if (read.ok) expect(Object.getPrototypeOf(read.frame)).toBe(Object.prototype);
        }
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      }),
      { numRuns: 300 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });

  test.each([129, 1_000, 100_000, 1_000_000])("JSON %i levels deep is refused", (depth) => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const nested = open.repeat(depth - 1) + "1" + close.repeat(depth - 1);
      expect(parseLine(`{"type":"ready","x":${nested}}`)).toMatchObject({ kind: "hostile" });
      expect(parseLine(`{"type":"ready","x":${open.repeat(depth)}`)).toMatchObject({ ok: false });
    }
  });
});

describe("a stream", () => {
  const line = fc.oneof(
    fc.constantFrom("", "\r", "\uFEFF", "noise", '{"type":"ready"}\r', "\u2028", " \t"),
    json.map((value) => JSON.stringify({ type: "x", value })),
    fc.string({ unit: "binary" }),
  );
  const bytes = fc.oneof(
    fc.array(line, { maxLength: 8 }).map((lines) => Buffer.from(lines.join("\n"))),
    fc
      .array(fc.constantFrom(0x0a, 0x0d, 0x7b, 0xc3, 0xa9, 0xff, 0xef, 0xbb, 0xbf))
      .map((all) => Buffer.from(all)),
  );

  test("gives the same lines wherever it is cut", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(500), { maxLength: 12 }), (whole, cuts) => {
        const at = [0, ...cuts.filter((cut) => cut < whole.length), whole.length];
        at.sort((a, b) => a - b);
        const chunks = at.slice(1).map((end, piece) => whole.subarray(at[piece], end));
        expect(linesOf(...chunks)).toEqual(linesOf(whole));
      }),
      { numRuns: 400 },
    );
  });

  test("gives the same lines byte by byte", () => {
    fc.assert(
      fc.property(bytes, (whole) => {
        expect(linesOf(...Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(
          linesOf(whole),
        );
      }),
    );
  });
});
