import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { snapshot, writeExtension, writeFiles } from "./support/extensions.js";
import { git, makeHome } from "./support/install-home.js";
import { makeFolder, oneLine, runZot } from "./support/run-zot.js";
import { startZot } from "./support/start-zot.js";

describe("what can't be installed leaves the disk as it was", () => {
  const cases: [string, (dir: string) => Promise<unknown>, RegExp][] = [
    ["a folder without a manifest", (dir) => writeFiles(dir, { a: "" }), /no extension\.json/],
    ["a torn manifest", (dir) => writeFiles(dir, { "extension.json": "{" }), /extension\.json/],
    ["no program and no skills", (dir) => manifest(dir, { name: "a" }), /neither a program/],
    [
      "a program that is missing",
      (dir) => manifest(dir, { name: "a", exec: "./run" }),
      /"\.\/run" not found/,
    ],
    [
      "a program that is not executable",
      (dir) => writeFiles(dir, { run: "", "extension.json": '{ "name": "a", "exec": "./run" }' }),
      /not executable/,
    ],
    [
      "a program outside of its folder",
      (dir) => manifest(dir, { name: "a", exec: "../../../bin/sh" }),
      /outside of its folder/,
    ],
    [
      "a program that is inside only while it is staged",
      async (dir) => {
        await writeExtension(dir, { name: "a", exec: "../new/run" }, { run: "" });
        await chmod(join(dir, "run"), 0o755);
      },
      /outside of its folder/,
    ],
    [
      "a link to a file outside",
      linked("stolen", "/etc/passwd"),
      /stolen is a link that leads out/,
    ],
    ["a link that climbs out", linked("up", "../../.."), /up is a link that leads out/],
    [
      "a link that climbs out through links that look harmless",
      async (dir) => {
        await writeExtension(dir, { name: "a" }, { "a/b/c": "" });
        await symlink("../..", join(dir, "a/b/top"));
        await symlink("a/b/top/../..", join(dir, "sly"));
      },
      /sly is a link that leads out/,
    ],
    [
      "a link that leads nowhere yet",
      linked("later", "../secret-of-tomorrow"),
      /later is a link that leads out/,
    ],
    [
      "a manifest that is a link to somewhere else",
      async (dir) => {
        const other = await writeExtension(await makeFolder(), { name: "a" });
        await symlink(join(other, "extension.json"), join(dir, "extension.json"));
      },
      /extension\.json is a link that leads out/,
    ],
    [
      "a named pipe",
      async (dir) => {
        await writeExtension(dir, { name: "a" });
        execFileSync("sh", ["-c", `mkfifo "$0"`, join(dir, "pipe")]);
      },
      /pipe is neither a file nor a folder/,
    ],
    ...["..", ".", "../up", "a/b", "", "Alpha", ".hidden", "-dash", "a".repeat(65), "x\n"].map(
      (name): [string, (dir: string) => Promise<unknown>, RegExp] => [
        `the name ${JSON.stringify(name)}`,
        (dir) => manifest(dir, { name, exec: "node" }),
        /name: /,
      ],
    ),
  ];

  async function manifest(dir: string, value: unknown) {
    await writeFiles(dir, { "extension.json": JSON.stringify(value) });
  }

  /** An extension that works, with a link in its folder. */
  function linked(name: string, target: string) {
    return async (dir: string) => {
      await writeExtension(dir, { name: "a" });
      await symlink(target, join(dir, name));
    };
  }

  test.each(cases)("%s", async (_, prepare, words) => {
    const { home, install } = await makeHome();
    const source = join(await makeFolder(), "source");
    await mkdir(source);
    await prepare(source);
    const before = snapshot(home);
    const { code, stdout, stderr } = await install(source, "--yes");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(words);
    expect(snapshot(home)).toEqual(before);
  });

  test("links of a workspace in node_modules are left out and named, never followed", async () => {
    const { installed, install } = await makeHome();
    const secret = join(await makeFolder(), "secret");
    await writeFile(secret, "canary");
    const source = await writeExtension(await makeFolder(), { name: "a" }, { "lib/x": "x" });
    await mkdir(join(source, "node_modules"));
    await symlink(secret, join(source, "node_modules/out"));
    await symlink("../lib", join(source, "node_modules/in"));
    const { code, stderr } = await install(source, "--yes");
    expect(code).toBe(0);
    expect(stderr).toContain(`leaves  ${join("node_modules", "out")}`);
    expect(readdirSync(join(installed("a"), "node_modules"))).toEqual(["in"]);
    expect(JSON.stringify(snapshot(installed("a")))).not.toContain(
      Buffer.from("canary").toString("base64"),
    );
  });

  test("a repository that holds no extension is rolled back", async () => {
    const { home, install } = await makeHome();
    const source = await makeFolder();
    await writeFiles(source, { "README.md": "hi" });
    git(source, "init", "--quiet", "--initial-branch=main");
    git(source, "add", "--all");
    git(source, "commit", "--quiet", "-m", "first");
    const before = snapshot(home);
    const { code, stderr } = await install(`file://${source}`, "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: there is no extension\.json/);
    expect(snapshot(home)).toEqual(before);
  });

  test.each(["home", "..home"])(
    "a folder that holds zot's own folder %s is not copied into itself",
    async (name) => {
      const source = await writeExtension(await makeFolder(), { name: "a" });
      const env = { ZOT_HOME: join(source, name) };
      const { code, stderr } = await runZot(["ext", "install", source, "--yes"], { env });
      expect(code).toBe(1);
      expect(stderr).toMatch(/holds zot's own folder/);
      expect(existsSync(join(source, name))).toBe(false);
    },
  );

  test("an install that is ended while git runs is rolled back", async () => {
    const { home, env } = await makeHome();
    const tools = await makeFolder();
    const mark = join(tools, "called");
    await writeFiles(tools, {
      git: `#!/bin/sh\nfor into; do :; done; mkdir -p "$into/x"\ntouch "${mark}"\nexec sleep 60\n`,
    });
    await chmod(join(tools, "git"), 0o755);
    const before = snapshot(home);
    const zot = await startZot(["ext", "install", "https://example.invalid/x.git", "--yes"], {
      env: { ...env, PATH: `${tools}:${process.env.PATH ?? ""}` },
    });
    await vi.waitFor(() => {
      expect(existsSync(mark)).toBe(true);
    }, 30_000);
    zot.signal("SIGTERM");
    const { code, stderr } = await zot.finished;
    expect(code).toBe(143);
    expect(stderr).toBe("zot: nothing installed\n");
    expect(snapshot(home)).toEqual(before);
  });

  test("a repository that is not there is one line with git's reason", async () => {
    const { home, install } = await makeHome();
    const before = snapshot(home);
    const { code, stderr } = await install("file:///no/such/repository", "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: git could not clone it: [^\n]+\n$/);
    expect(snapshot(home)).toEqual(before);
  });
});
