import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Jail, loadSkill } from "../src/index.js";
import { runTool } from "./helpers/run-tool.js";
import { tempFolder } from "./helpers/temp-folder.js";

const SECRET = "the secret of the outside";

function prison() {
  const base = tempFolder();
  const inside = join(base, "inside");
  const outside = join(base, "inside-not");
  mkdirSync(join(inside, "folder"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "file.txt"), SECRET);
  writeFileSync(join(inside, "file.txt"), "inside");
  writeFileSync(join(inside, "folder", "file.txt"), "inside");
  const jail = new Jail(inside, { locked: true });
  const run = (name: string, args: Record<string, unknown>) =>
    runTool(name, args, { cwd: inside, jail });
  return { base, inside, outside, jail, run };
}

function expectUntouched(outside: string): void {
  expect(readdirSync(outside)).toEqual(["file.txt"]);
  expect(readFileSync(join(outside, "file.txt"), "utf8")).toBe(SECRET);
}

describe("nothing outside a locked jail is read or written:", () => {
  const escapes: [string, (place: ReturnType<typeof prison>) => string][] = [
    ["..", () => "../inside-not/file.txt"],
    [".. after a folder", () => "folder/../../inside-not/file.txt"],
    [".. after a folder that is not there", () => "nope/../../inside-not/file.txt"],
    ["an absolute path", ({ outside }) => join(outside, "file.txt")],
    ["a sibling whose name begins the same", ({ inside }) => `${inside}-not/file.txt`],
    ["the home folder", ({ outside }) => `~/${relative(homedir(), join(outside, "file.txt"))}`],
    ["a link to a file", ({ inside, outside }) => link(join(outside, "file.txt"), inside, "a")],
    ["a relative link to a file", ({ inside }) => link("../inside-not/file.txt", inside, "a")],
    ["a link to a folder", ({ inside, outside }) => `${link(outside, inside, "a")}/file.txt`],
    [
      "a link to a link",
      ({ inside, outside }) => `${link(link(outside, inside, "a"), inside, "b")}/file.txt`,
    ],
    ["a link to the parent", ({ inside }) => `${link("..", inside, "a")}/inside-not/file.txt`],
    [
      "a link to the root",
      ({ inside, outside }) => join(link("/", inside, "a"), outside, "file.txt"),
    ],
    [
      "a link in a folder below",
      ({ inside }) => `folder/${link("../../inside-not", join(inside, "folder"), "a")}/file.txt`,
    ],
    ["the process's own root", ({ outside }) => join("/proc/self/root", outside, "file.txt")],
    ["a dangling link", ({ inside, outside }) => link(join(outside, "new.txt"), inside, "a")],
    [
      "a new file behind a link",
      ({ inside, outside }) => `${link(outside, inside, "a")}/new/deep.txt`,
    ],
  ];

  function link(target: string, folder: string, name: string): string {
    symlinkSync(target, join(folder, name));
    return name;
  }

  test.each(escapes)("%s", async (_, makePath) => {
    const place = prison();
    const path = makePath(place);
    const results = [
      await place.run("read", { path }),
      await place.run("write", { path, content: "gotcha" }),
      await place.run("edit", { path, edits: [{ oldText: "secret", newText: "gotcha" }] }),
    ];
    for (const { text, is_error } of results) {
      expect(is_error).toBe(true);
      expect(text).not.toContain(SECRET);
    }
    expectUntouched(place.outside);
  });

  test("a link and back again, which is a path inside", async () => {
    const { inside, outside, run } = prison();
    const path = `${link(outside, inside, "a")}/../inside-not/file.txt`;
    expect((await run("read", { path })).text).not.toContain(SECRET);
    await run("write", { path, content: "gotcha" });
    expectUntouched(outside);
  });

  test("a command either runs confined or is refused", async () => {
    const { run, outside } = prison();
    for (const command of [
      `cat ${join(outside, "file.txt")}`,
      "cat ../inside-not/file.txt",
      "p=..; cat $p/inside-not/file.txt",
      `cd / && cat ${join(outside, "file.txt")}`,
      `echo gotcha > ${join(outside, "new.txt")}`,
      `ln -s ${outside} out && cat out/file.txt`,
    ]) {
      const { text, is_error } = await run("bash", { command });
      expect(is_error).toBe(true);
      expect(text).not.toContain(SECRET);
    }
    expectUntouched(outside);
    const { text, is_error } = await run("bash", { command: "cat file.txt; echo made > made.txt" });
    if (is_error === true) expect(text).toContain("bash is off while the jail is locked");
    else expect(text).toBe("inside\n[exit 0]");
  });

  test("a project's skill that is a link to the outside", async () => {
    const { inside, outside, jail } = prison();
    mkdirSync(join(inside, ".zot/skills/x"), { recursive: true });
    const path = join(inside, ".zot/skills/x/SKILL.md");
    symlinkSync(join(outside, "file.txt"), path);
    const skill = {
      name: "x",
      description: "x",
      path,
      source: "project" as const,
      allowedTools: [],
      permissions: {},
      offered: true,
    };
    await expect(loadSkill(skill, jail)).rejects.toThrow(/outside the jail/);
  });

  test("another folder put in the jail's own place", async () => {
    const { inside, outside, run } = prison();
    renameSync(inside, `${inside}-moved`);
    renameSync(outside, inside);
    const { text, is_error } = await run("read", { path: "file.txt" });
    expect(is_error).toBe(true);
    expect(text).not.toContain(SECRET);
  });
});

test("what leads inside works, links and all; and unlocked everything does", async () => {
  const { inside, outside, jail, run } = prison();
  symlinkSync("folder", join(inside, "way"));
  symlinkSync(inside, join(inside, "round"));
  linkSync(join(inside, "file.txt"), join(inside, "hard.txt"));
  for (const path of [
    "file.txt",
    "way/file.txt",
    "round/way/file.txt",
    "hard.txt",
    "./folder/../file.txt",
    join(inside, "file.txt"),
  ]) {
    expect((await run("read", { path })).text).toBe("1\tinside");
  }
  expect((await run("write", { path: "way/new/deep.txt", content: "x" })).is_error).toBeUndefined();
  expect(readFileSync(join(inside, "folder/new/deep.txt"), "utf8")).toBe("x");
  jail.locked = false;
  expect((await run("read", { path: "../inside-not/file.txt" })).text).toContain(SECRET);
  expectUntouched(outside);
});

test("1,000 rounds against somebody who swaps files and folders for links", async () => {
  const { inside, outside, run } = prison();
  const swapper = spawn(
    process.execPath,
    [fileURLToPath(new URL("fixtures/swapper.mjs", import.meta.url)), inside, outside],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const counts = { done: 0, refused: 0 };
  try {
    await once(swapper.stdout, "data");
    for (let round = 0; round < 1_000; round += 1) {
      const path = round % 2 === 0 ? "folder/file.txt" : "file.txt";
      const read = await run("read", { path });
      expect(read.text).not.toContain(SECRET);
      const results = [
        read,
        await run("write", { path, content: "inside" }),
        await run("edit", { path, edits: [{ oldText: "secret", newText: "gotcha" }] }),
      ];
      for (const { is_error } of results) counts[is_error === true ? "refused" : "done"] += 1;
    }
  } finally {
    const ended = once(swapper, "exit");
    swapper.kill("SIGKILL");
    await ended;
  }
  expectUntouched(realpathSync(outside));
  expect(counts.done).toBeGreaterThan(0);
  rmSync(inside, { recursive: true, force: true });
});
