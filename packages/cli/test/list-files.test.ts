import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { listFiles } from "../src/modes/interactive/completion/list-files.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeTree(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "zot-files-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const walk = (cwd: string) => listFiles(cwd, new AbortController().signal, Infinity);
const list = async (cwd: string) => (await walk(cwd)).toSorted();

/** What git itself would offer, in a fresh repository of our own making. */
function listByGit(cwd: string): string[] {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) => execFileSync("git", args, { cwd, env }).toString();
  git("init", "--quiet", "--template=");
  return git("ls-files", "-z", "--others", "--exclude-standard")
    .split("\0")
    .filter(Boolean)
    .toSorted();
}

describe("the files that @ offers", () => {
  test("are those that git would list, whatever nested .gitignore files say", async () => {
    const name = fc.constantFrom(
      "a",
      "b",
      "build",
      "x.log",
      "y.log",
      "keep.log",
      "z z",
      "#h",
      "!n",
    );
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const pattern = fc.constantFrom(
      ...[
        "*.log",
        "!keep.log",
        "build/",
        "!build/",
        "/a",
        "a/b",
        "!a/b",
        "**/b",
        "a/**",
        "b/",
        "*",
      ],
      ...[
        "!*/",
        "/build",
        "!/build/",
        "x.*",
        "z z",
        "z\\ z",
        "\\#h",
        "\\!n",
        "# note",
        "",
        "a/**/b",
      ],
      ...["[ab]", "?.log", "/a/b/", "!a/b/**"],
    );
    const rules = fc.tuple(path, fc.array(pattern, { minLength: 1, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { minLength: 1, maxLength: 12 }),
        fc.array(rules, { maxLength: 3 }),
        fc.array(pattern, { maxLength: 3 }),
        async (paths, nested, top) => {
          const leaves = paths.map((each) => `${each}/file`);
          const tree = makeTree({
            ...Object.fromEntries(leaves.map((leaf) => [leaf, ""])),
            ".gitignore": top.join("\n"),
          });
          for (const [folder, lines] of nested) {
            mkdirSync(join(tree, folder), { recursive: true });
            writeFileSync(join(tree, folder, ".gitignore"), lines.join("\n"));
          }
          const expected = listByGit(tree);
          expect(await list(tree)).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("leave out what .git/info/exclude names, node_modules, and .git itself", async () => {
    const tree = makeTree({
      ".git/info/exclude": "secret.txt\n",
      ".git/config": "",
      "node_modules/x/index.js": "",
      "secret.txt": "",
      "a.txt": "",
    });
    expect(await list(tree)).toEqual(["a.txt"]);
  });

  test("of a folder in a repository obey the files above it, unless the folder is ignored itself", async () => {
    const tree = makeTree({
      ".git/HEAD": "",
      ".gitignore": "*.log\nout/\n",
      "in/a.txt": "",
      "in/a.log": "",
      "out/b.txt": "",
      "out/b.log": "",
    });
    expect(await list(join(tree, "in"))).toEqual(["a.txt"]);
    expect(await list(join(tree, "out"))).toEqual(["b.log", "b.txt"]);
  });

  test("include links to files inside, and neither links that lead out nor what lies behind links", async () => {
    const outside = makeTree({ "secret.txt": "", "deep/secret.txt": "" });
    const tree = makeTree({ "a.txt": "", "folder/b.txt": "" });
    symlinkSync("a.txt", join(tree, "link-in"));
    symlinkSync(join(outside, "secret.txt"), join(tree, "link-out"));
    symlinkSync(outside, join(tree, "folder-out"));
    symlinkSync("folder", join(tree, "folder-in"));
    symlinkSync(".", join(tree, "loop"));
    expect(await list(tree)).toEqual(["a.txt", "folder/b.txt", "link-in"]);
  });

  test("come also where .gitignore is a pipe, a link to /dev/zero, or a folder", async () => {
    const tree = makeTree({ "a.txt": "", "pipe/b.txt": "", "folder/.gitignore/x": "" });
    symlinkSync("/dev/zero", join(tree, ".gitignore"));
    await promisify(execFile)("mkfifo", [join(tree, "pipe/.gitignore")]);
    expect(await list(tree)).toEqual(["a.txt", "folder/.gitignore/x", "pipe/b.txt"]);
  });

  test("come also where patterns are made to take for ever", async () => {
    const slow = `${"**/a".repeat(60)}\n${"*a".repeat(200)}\n${"(a+)+".repeat(50)}\n${"[".repeat(400)}`;
    const deep = Array.from({ length: 30 }, () => "a").join("/");
    const tree = makeTree({ ".gitignore": slow, [`${deep}/c.txt`]: "" });
    expect(await list(tree)).toEqual([".gitignore", `${deep}/c.txt`]);
  });

  test("are listed in slices, so that keys have their turn, the nearest first, and no more than a picker can use", async () => {
    const tree = makeTree({});
    for (let folder = 0; folder < 21; folder += 1) {
      mkdirSync(join(tree, `d${folder}`, "deep"), { recursive: true });
      writeFileSync(join(tree, `d${folder}`, "near"), "");
      for (let file = 0; file < 1_000; file += 1) {
        writeFileSync(join(tree, `d${folder}`, "deep", `f${file}`), "");
      }
    }
    let turns = 0;
    let isListing = true;
    const count = () => {
      turns += 1;
      if (isListing) setImmediate(count);
    };
    setImmediate(count);
    const files = await walk(tree);
    isListing = false;
    expect(files).toHaveLength(20_000);
    expect(files.slice(0, 21).every((file) => file.endsWith("/near"))).toBe(true);
    expect(turns).toBeGreaterThan(20);
  });
});
