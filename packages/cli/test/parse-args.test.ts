import { describe, expect, test } from "vitest";
import { FLAGS } from "../src/args/flags.js";
import { parseArgs } from "../src/args/parse.js";

const parse = (...args: string[]) => parseArgs(args, FLAGS);

describe("the command line", () => {
  test("switches, values, inline values and short names all work", () => {
    const { options, words } = parse("-p", "--model", "m", "--provider=offline", "-e", "a", "hi");
    expect(options).toMatchObject({ print: true, model: "m", provider: "offline", ext: ["a"] });
    expect(words).toEqual(["hi"]);
  });

  test("a flag that may repeat keeps every value in order", () => {
    expect(parse("--ext", "a", "-e", "b").options.ext).toEqual(["a", "b"]);
  });

  test("after -- everything is a word, whatever it looks like", () => {
    expect(parse("--", "--model", "-p").words).toEqual(["--model", "-p"]);
  });

  test("an inline value may hold an equals sign", () => {
    expect(parse("--system-prompt=a=b").options["system-prompt"]).toBe("a=b");
  });

  test("a mistyped flag names the nearest one", () => {
    expect(() => parse("--provdier", "x")).toThrow(
      'unknown flag "--provdier"; did you mean --provider?',
    );
  });

  test("a flag like no other points to the help", () => {
    expect(() => parse("--zzzzzz")).toThrow('unknown flag "--zzzzzz"; try --help');
  });

  test("a flag without its value says so, also where another flag follows", () => {
    expect(() => parse("--provider")).toThrow("--provider requires a value");
    expect(() => parse("--model", "--json", "hi")).toThrow("--model requires a value");
    expect(parse("--system-prompt", "--- be brief").options["system-prompt"]).toBe("--- be brief");
  });

  test("short names may be written together, the last one with its value", () => {
    expect(parse("-pc", "hi")).toMatchObject({
      options: { print: true, continue: true },
      words: ["hi"],
    });
    expect(parse("-pe", "a").options).toMatchObject({ print: true, ext: ["a"] });
    for (const wrong of ["-pz", "-ep"]) {
      expect(() => parse(wrong)).toThrow(`unknown flag "${wrong}"`);
    }
  });

  test("a prompt that begins with a dash is told where it goes", () => {
    expect(() => parse("-p", "- fix this")).toThrow("words that begin with a dash go after --");
  });

  test("a switch refuses a value", () => {
    expect(() => parse("--print=yes")).toThrow("--print takes no value");
  });

  test("a value outside the choices names the nearest one", () => {
    expect(() => parse("--reasoning", "hihg")).toThrow(
      '--reasoning does not take "hihg"; did you mean high?',
    );
  });
});
