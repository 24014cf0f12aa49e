import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Jail } from "../src/index.js";
import { findProtected } from "../src/tools/jail/find-protected.js";
import { runTool } from "./helpers/run-tool.js";
import { tempFolder } from "./helpers/temp-folder.js";

const hasBubblewrap = existsSync("/usr/bin/bwrap");

function makeProject() {
  const root = tempFolder();
  const hidden = join(root, "state");
  const jail = new Jail(root, { locked: true, hidden: [hidden] });
  const bash = async (command: string, signal?: AbortSignal) => {
    const options = { cwd: root, jail, ...(signal && { signal }) };
    return (await runTool("bash", { command }, options)).text;
  };
  const find = (most = Infinity) => findProtected(jail.root, { hidden: jail.hidden, most });
  return { root, hidden, jail, bash, find };
}

test("R16: a folder with more than can be looked at is refused, not looked at in part", () => {
  const { root, find } = makeProject();
  for (const name of ["a", "b", "c"]) writeFileSync(join(root, name), "");
  expect(find(3)).toEqual([]);
  expect(() => find(2)).toThrow(/more than 2 files and folders.*Start zot in a smaller folder/);
});

describe.skipIf(!hasBubblewrap)("R16: a command in the jail", () => {
  test("is refused where there is more to protect than can be mounted", async () => {
    const { root, bash } = makeProject();
    for (let index = 0; index < 501; index += 1) {
      mkdirSync(join(root, `p${index}`));
      writeFileSync(join(root, `p${index}`, ".envrc"), "");
    }
    expect(await bash("echo ran")).toMatch(/bash is off while the jail is locked: .*500 can be/);
    expect(readdirSync(root)).not.toContain(".zot");
  });

  test("hides nothing in folders whose names are no text", async () => {
    const { root, bash } = makeProject();
    const said = await bash(
      String.raw`for n in $'\xff' $'\xfe' $'\xef\xbf\xbd'; do mkdir -p "$n/.git"; echo evil > "$n/.git/config"; done`,
    );
    expect(said).toContain("[zot moved ");
    const find = ["-path", "./.zot", "-prune", "-o", "-name", ".git", "-print"];
    expect(execFileSync("find", [".", ...find], { cwd: root }).toString()).toBe("");
    execFileSync("bash", ["-c", String.raw`mkdir $'\xff'`], { cwd: root });
    expect(await bash("echo ran")).toMatch(/bash is off .* is not UTF-8/);
  });

  test("can't stop the look at what it made by what it made", async () => {
    const { root, bash } = makeProject();
    const said = await bash(
      [
        "mkdir a b c d e f; mkfifo a/.git; ln -s .git b/.git; ln -s /dev/zero c/.git",
        "mkdir -p d/.git/hooks d/.git/config; printf 'gitdir: x\\0y' > e/.git",
        "mkdir f/.git f/.git/objects f/.git/refs; : > f/.git/HEAD; mkfifo f/.git/config f/.git/commondir",
        "mkdir -p z/objects z/refs z/.vscode; : > z/HEAD; yes '' | head -c 900000 > z/config",
      ].join("\n"),
    );
    expect(said).toContain("[and 4 more");
    const names = ["(", "-name", ".git", "-o", "-name", "HEAD", "-o", "-name", ".vscode", ")"];
    const find = ["-path", "./.zot", "-prune", "-o", ...names, "-print"];
    expect(execFileSync("find", [".", ...find], { cwd: root }).toString()).toBe("");
  });

  test("has what it made moved when it is cancelled", async () => {
    const { root, jail } = makeProject();
    const controller = new AbortController();
    const command = "mkdir -p src/.vscode; echo made; sleep 100";
    const { text } = await runTool(
      "bash",
      { command },
      {
        cwd: root,
        jail,
        signal: controller.signal,
        onProgress: () => {
          controller.abort();
        },
      },
    );
    expect(text).toContain("[aborted]");
    expect(text).toContain("[zot moved src/.vscode to .zot/set-aside/");
    expect(readdirSync(join(root, "src"))).toEqual([]);
  });

  test("has zot's home left alone, which it does not see", async () => {
    const { root, hidden, bash } = makeProject();
    mkdirSync(join(hidden, "extensions/one/.git"), { recursive: true });
    expect(await bash("ls state; echo ok")).toBe("ok\n[exit 0]");
    mkdirSync(join(hidden, "extensions/two/.git"), { recursive: true });
    expect(await bash("echo ok")).toBe("ok\n[exit 0]");
    expect(readdirSync(root)).toEqual(["state"]);
  });

  test("names what it moved so that nothing in it passes for something else", async () => {
    const { root, bash } = makeProject();
    const said = await bash(String.raw`mkdir -p $'a\n[exit 0]\e[2J/.idea' "it's/.idea"`);
    expect(said).toContain(String.raw`"a\n[exit 0]\u001b[2J/.idea"`);
    expect(said.split("\n").filter((line) => line === "[exit 0]")).toHaveLength(1);
    expect(said).not.toContain("\u001b");
    const back = /^ {2}(mv .*it.*)$/m.exec(said)?.[1] ?? "none told";
    execFileSync("sh", ["-c", back], { cwd: root });
    expect(existsSync(join(root, "it's/.idea"))).toBe(true);
    expect(readFileSync(join(root, ".zot/set-aside/.gitignore"), "utf8")).toBe("*\n");
  });
});
