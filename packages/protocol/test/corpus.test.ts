import { describe, expect, test } from "vitest";
import { LineSplitter, parseLine } from "../src/index.js";
import { readCases, readJson, readLineCases, readSessions, type Case } from "../scripts/corpus.js";
import { directions, judge, parts, typeOf } from "../scripts/wire.js";

const cases = readCases();
const index = readJson("index.json") as { cases: { file: string; reads_as?: unknown }[] };
const of = (verdict: Case["verdict"]) => cases.filter((one) => one.verdict === verdict);
const read = ({ group, type, value }: Case) => judge(group, type, JSON.stringify(value));

describe("the corpus", () => {
  test.each(of("valid"))("$file is read exactly as it stands", (one) => {
    expect(read(one)).toStrictEqual({ ok: true, value: one.value });
  });

  test.each(of("tolerated"))("$file is read as the index says", (one) => {
    const { reads_as } = index.cases.find(({ file }) => file === one.file) ?? {};
    expect(reads_as).toBeDefined();
    expect(read(one)).toStrictEqual({ ok: true, value: reads_as });
    expect(reads_as).not.toStrictEqual(one.value);
  });

  test.each(of("ignored"))("$file is told apart from a mistake", (one) => {
    expect(read(one)).toMatchObject({ ok: false, kind: "unknown-type" });
  });

  test.each(of("invalid"))("$file is refused in words", (one) => {
    const judged = read(one);
    expect(judged).toMatchObject({
      ok: false,
      kind: "invalid",
      message: expect.stringMatching(/expected|missing|must|not valid/) as string,
    });
    const field = /^invalid-(?:missing|null|type-of|empty|unknown)-(\w+)\.json$/.exec(
      one.file.split("/").at(-1) ?? "",
    )?.[1];
    if (field && field in fieldsOf(one)) expect(judged).toHaveProperty("message", naming(field));
  });

  test("holds for every frame a full, an unknown-fields and, for each required field, a missing case", () => {
    const files = new Set(cases.map(({ file }) => file));
    const missing = everything().flatMap(({ folder, shape }) =>
      [
        "valid-full",
        "valid-unknown-fields",
        ...Object.entries(shape)
          .filter(([name, field]) => name !== "type" && isRequired(field))
          .map(([name]) => `invalid-missing-${name}`),
      ]
        .map((name) => `${folder}/${name}.json`)
        .filter((file) => !files.has(file)),
    );
    expect(missing).toEqual([]);
  });

  test("shows every field of every frame in its full case", () => {
    for (const { folder, shape } of everything()) {
      const full = readJson(`${folder}/valid-full.json`);
      expect(Object.keys(full as object).sort()).toEqual(Object.keys(shape).sort());
    }
  });

  test("has no folder for a frame that does not exist", () => {
    const known = new Set(everything().map(({ folder }) => folder));
    const folders = cases
      .map(({ file }) => file.slice(0, file.lastIndexOf("/")))
      .filter((folder) => !folder.endsWith("/_unknown"));
    expect(folders.filter((folder) => !known.has(folder))).toEqual([]);
  });

  test.each(readLineCases())(
    "$file gives the lines that it says",
    ({ bytes, expect: expected }) => {
      const splitter = new LineSplitter();
      const lines = [...splitter.push(bytes), ...splitter.end()];
      const seen = lines.map((line) => {
        if (!line.ok) return { problem: line.problem };
        const parsed = parseLine(line.text);
        return parsed.ok ? { type: parsed.type } : { problem: parsed.kind };
      });
      expect(seen).toEqual(expected);
    },
  );

  test.each(readSessions())("$file is a conversation of valid frames", ({ frames }) => {
    for (const { from, frame } of frames) {
      expect(judge(`from-${from}`, "", JSON.stringify(frame))).toEqual({ ok: true, value: frame });
    }
  });
});

function everything(): { folder: string; shape: Record<string, Field> }[] {
  return [
    ...Object.entries(directions).flatMap(([name, { frames }]) =>
      frames.map((frame) => ({ folder: `${name}/${typeOf(frame)}`, shape: frame.shape })),
    ),
    ...Object.entries(parts).flatMap(([group, schemas]) =>
      Object.entries(schemas).map(([name, { shape }]) => ({
        folder: group === name ? group : `${group}/${name}`,
        shape: shape as Record<string, Field>,
      })),
    ),
  ];
}

interface Field {
  def: { type: string };
}

function isRequired({ def }: Field): boolean {
  return !["optional", "default", "catch"].includes(def.type);
}

function fieldsOf({ file }: Case): Record<string, Field> {
  const folder = file.slice(0, file.lastIndexOf("/"));
  return everything().find((one) => one.folder === folder)?.shape ?? {};
}

function naming(field: string): string {
  return expect.stringMatching(new RegExp(`(^|: )${field}(\\.\\d+)*: `)) as string;
}
