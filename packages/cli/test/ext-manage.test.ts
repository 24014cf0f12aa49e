import { existsSync, readFileSync } from "node:fs";
import { appendFile, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";
import { makeFolder, oneLine } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";
import { startZot } from "./support/start-zot.js";

describe("zot ext remove", () => {
  test("deletes by the manifest's name or the folder's, with --yes", async () => {
    const { installed, ext } = await makePlace();
    await writeExtension(installed("a-folder"), { name: "alpha" });
    await writeExtension(installed("b-folder"), { name: "beta" });
    expect(await ext("remove", "alpha", "--yes")).toMatchObject({
      code: 0,
      stdout: "removed alpha\n",
    });
    expect(await ext("remove", "b-folder", "-y")).toMatchObject({ code: 0 });
    expect(existsSync(installed("a-folder"))).toBe(false);
    expect(existsSync(installed("b-folder"))).toBe(false);
  });

  test("without a terminal and without --yes it refuses and changes nothing", async () => {
    const { home, installed, ext } = await makePlace();
    await writeExtension(installed("alpha"), { name: "alpha" });
    const before = snapshot(home);
    const { code, stderr } = await ext("remove", "alpha");
    expect(code).toBe(1);
    expect(stderr).toMatch(/nothing removed.*--yes/);
    expect(snapshot(home)).toEqual(before);
  });

  test("an ambiguous name is refused; what it could mean is named, and those words work", async () => {
    const { home, installed, ext } = await makePlace();
    await writeExtension(installed("weather"), { name: "forecast" });
    await writeExtension(installed("meteo"), { name: "weather" });
    const before = snapshot(home);
    const { code, stderr } = await ext("remove", "weather", "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(/ambiguous.*meteo.*forecast/);
    expect(snapshot(home)).toEqual(before);
    expect((await ext("remove", "forecast", "--yes")).code).toBe(0);
    expect(existsSync(installed("weather"))).toBe(false);
    expect(existsSync(installed("meteo"))).toBe(true);
  });

  test("where no word tells two apart, the folder's path does", async () => {
    const { installed, ext } = await makePlace();
    await writeExtension(installed("x"), { name: "x" });
    await writeExtension(installed("y"), { name: "x" });
    expect((await ext("remove", "x", "--yes")).stderr).toContain(installed("x"));
    expect((await ext("remove", installed("x"), "--yes")).code).toBe(0);
    expect([existsSync(installed("x")), existsSync(installed("y"))]).toEqual([false, true]);
  });

  test.each(["..", ".", "../logs", "/", "alpha/..", ""])(
    "%j is no extension, and nothing is deleted",
    async (name) => {
      const { home, installed, ext } = await makePlace();
      await writeExtension(installed("alpha"), { name: "alpha" });
      await writeFiles(home, { "logs/keep.log": "x" });
      const before = snapshot(home);
      const { code, stderr } = await ext("remove", "--yes", "--", name);
      expect(code).toBe(1);
      expect(stderr).toMatch(oneLine);
      expect(snapshot(home)).toEqual(before);
    },
  );

  test("a linked folder loses the link, never what it leads to", async () => {
    const { home, installed, ext } = await makePlace();
    const source = await writeExtension(await makeFolder(), { name: "alpha" });
    await mkdir(join(home, "extensions"));
    await symlink(source, installed("alpha"));
    const before = snapshot(source);
    expect((await ext("remove", "alpha", "--yes")).code).toBe(0);
    expect(existsSync(installed("alpha"))).toBe(false);
    expect(snapshot(source)).toEqual(before);
  });

  test("a project's extension needs --project, and says so", async () => {
    const { projects, ext } = await makePlace();
    await writeExtension(projects("alpha"), { name: "alpha" });
    const { code, stderr } = await ext("remove", "alpha", "--yes");
    expect(code).toBe(1);
    expect(stderr).toContain("--project");
    expect((await ext("remove", "alpha", "--yes", "--project")).code).toBe(0);
    expect(existsSync(projects("alpha"))).toBe(false);
  });

  test("an unknown name hints at the nearest one", async () => {
    const { installed, ext } = await makePlace();
    await writeExtension(installed("weather"), { name: "weather" });
    const { code, stderr } = await ext("remove", "wether", "--yes");
    expect(code).toBe(1);
    expect(stderr).toContain("did you mean weather?");
  });
});

describe("zot ext enable and disable", () => {
  const odd =
    '\uFEFF{\r\n\t"name": "alpha",  "x" : {"enabled": true, "s": "a\\"}{"},\r\n\t"exec":"node",\r\n' +
    '\t"list": [1, {"enabled": 2}], "version":"1" }\r\n\r\n';

  test("disable adds the field and enable sets it; every other byte stays", async () => {
    const { installed, ext } = await makePlace();
    await writeFiles(installed("alpha"), { "extension.json": odd });
    const read = () => readFileSync(join(installed("alpha"), "extension.json"), "utf8");
    expect(await ext("disable", "alpha")).toMatchObject({ code: 0, stdout: "disabled alpha\n" });
    const added = ', "enabled": false';
    expect(read()).toBe(odd.replace('"version":"1"', `"version":"1"${added}`));
    expect(await ext("enable", "alpha")).toMatchObject({ code: 0, stdout: "enabled alpha\n" });
    expect(read()).toBe(odd.replace('"version":"1"', '"version":"1", "enabled": true'));
  });

  test("an indented manifest gets its new line indented alike", async () => {
    const { installed, ext } = await makePlace();
    const text = '{\n    "name": "alpha",\n    "exec": "node"\n}\n';
    await writeFiles(installed("alpha"), { "extension.json": text });
    await ext("disable", "alpha");
    expect(readFileSync(join(installed("alpha"), "extension.json"), "utf8")).toBe(
      '{\n    "name": "alpha",\n    "exec": "node",\n    "enabled": false\n}\n',
    );
  });

  test.each([
    ["the last of several, which counts", '{"enabled":true,"name":"alpha", "enabled" :true}'],
    ["one that is spelled with an escape", '{\r\n "en\\u0061bled": true,\r\n "name": "alpha"}'],
    ["one that is null", '{ "name": "alpha", "enabled": null }'],
  ])("the field that changes is %s", async (_, text) => {
    const { installed, ext } = await makePlace();
    await writeFiles(installed("alpha"), { "extension.json": text });
    expect((await ext("disable", "alpha")).code).toBe(0);
    expect(readFileSync(join(installed("alpha"), "extension.json"), "utf8")).toBe(
      text.replace(/(?:true|null)(?!.*true)/, "false"),
    );
    expect((await ext("list")).stdout).toMatch(/alpha .*disabled/);
  });

  test("what is so already is left alone", async () => {
    const { home, installed, ext } = await makePlace();
    await writeExtension(installed("alpha"), { name: "alpha" });
    const before = snapshot(home);
    expect(await ext("enable", "alpha")).toMatchObject({
      code: 0,
      stdout: "alpha is enabled already\n",
    });
    expect(snapshot(home)).toEqual(before);
  });

  test("a broken manifest is one line, exit 1, and stays as it is", async () => {
    const { home, installed, ext } = await makePlace();
    await writeFiles(installed("alpha"), { "extension.json": "{ nope" });
    const before = snapshot(home);
    const { code, stderr } = await ext("disable", "alpha");
    expect(code).toBe(1);
    expect(stderr).toMatch(oneLine);
    expect(snapshot(home)).toEqual(before);
  });

  test("--project means this project's", async () => {
    const { installed, projects, ext } = await makePlace();
    await writeExtension(installed("alpha"), { name: "alpha" });
    await writeExtension(projects("alpha"), { name: "alpha" });
    const before = snapshot(installed("alpha"));
    expect((await ext("disable", "alpha", "--project")).code).toBe(0);
    expect(readFileSync(join(projects("alpha"), "extension.json"), "utf8")).toContain(
      '"enabled": false',
    );
    expect(snapshot(installed("alpha"))).toEqual(before);
  });
});

describe("zot ext logs", () => {
  async function withLog(text: string) {
    const place = await makePlace();
    await writeFiles(place.home, { "logs/ext-alpha.log": text });
    return place;
  }

  test("shows the end of the log, as it is for a program", async () => {
    const { ext } = await withLog("one\ntwo \u001b[31mred\nthree\n");
    expect(await ext("logs", "alpha")).toMatchObject({
      code: 0,
      stdout: "one\ntwo \u001b[31mred\nthree\n",
    });
    expect((await ext("logs", "alpha", "-n", "1")).stdout).toBe("three\n");
    expect((await ext("logs", "alpha", "--lines=2")).stdout).toContain("two");
  });

  test("lines of the rotated file come first when one file is not enough", async () => {
    const { home, ext } = await withLog("three\n");
    await writeFile(join(home, "logs/ext-alpha.log.1"), "one\ntwo\n");
    expect((await ext("logs", "alpha", "-n", "2")).stdout).toBe("two\nthree\n");
    expect((await ext("logs", "alpha")).stdout).toBe("one\ntwo\nthree\n");
  });

  test("the folder's name finds the log of the manifest's name", async () => {
    const { installed, ext } = await withLog("line\n");
    await writeExtension(installed("folder"), { name: "alpha" });
    expect((await ext("logs", "folder")).stdout).toBe("line\n");
  });

  test("-f goes on with what is added, over a rotation, until ctrl+c", async () => {
    const { home } = await withLog("one\n");
    const log = join(home, "logs/ext-alpha.log");
    const zot = await startZot(["ext", "logs", "alpha", "-f"], { env: { ZOT_HOME: home } });
    await zot.waitFor(/one\n/);
    await appendFile(log, "two\n");
    await zot.waitFor(/two\n/);
    await appendFile(log, "three\n");
    await rename(log, `${log}.1`);
    await writeFile(log, "four\n");
    await zot.waitFor(/four\n/);
    await appendFile(log, "five\n");
    await zot.waitFor(/five\n/);
    zot.signal("SIGINT");
    const { code, stdout } = await zot.finished;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "one\ntwo\nthree\nfour\nfive\n" });
  });

  test("--follow waits for a log that is not there yet", async () => {
    const { home } = await makePlace();
    const zot = await startZot(["ext", "logs", "alpha", "--follow"], { env: { ZOT_HOME: home } });
    await writeFiles(home, { "logs/ext-alpha.log": "born\n" });
    await zot.waitFor(/^born\n/);
    zot.signal("SIGTERM");
    expect((await zot.finished).code).toBe(143);
  });

  test("on a terminal nothing in a log acts on it, but colours stay", async () => {
    const { home } = await withLog("\u001b]0;owned\u0007\u001b[31mred\u001b[2J\u009b2J\nlast");
    const zot = await runZotInPty(["ext", "logs", "alpha"], { env: { ZOT_HOME: home } });
    const { code, output } = await zot.finished;
    expect(code).toBe(0);
    expect(output).toContain("\u001b[31mred");
    expect(output).toContain("last");
    for (const bad of ["\u0007", "\u001b]", "\u001b[2J", "\u009b"])
      expect(output).not.toContain(bad);
  });

  test("a log that is not there is one line and exit 1", async () => {
    const { ext } = await withLog("line\n");
    const { code, stderr } = await ext("logs", "alhpa");
    expect(code).toBe(1);
    expect(stderr).toBe('zot: "alhpa" has no log; did you mean alpha?\n');
  });

  test.each([
    ["../../etc/passwd", /can't be the name/],
    ["Alpha", /can't be the name/],
  ])("%j is refused with exit 2", async (name, words) => {
    const { ext } = await withLog("line\n");
    const { code, stderr } = await ext("logs", name);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
  });

  test("a count that is none is refused with exit 2", async () => {
    const { ext } = await withLog("line\n");
    expect(await ext("logs", "alpha", "-n", "many")).toMatchObject({
      code: 2,
      stderr: 'zot: --lines takes a number, not "many"\n',
    });
  });
});
