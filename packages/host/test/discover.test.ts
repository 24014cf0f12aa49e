import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readManifest } from "../src/discovery/read-manifest.js";
import { resolveExec } from "../src/discovery/resolve-exec.js";
import { fixture, Scene, textOf } from "./support/scene.js";

const echo = (name: string, tool: string) => ({
  exec: process.execPath,
  args: [fixture("echo.mjs"), name, tool],
});
const always = { decideTrust: () => "always" as const };

test("paths come before the project, the project before the user's own; the first of a name wins", async () => {
  const scene = new Scene();
  scene.addGlobal("b-global", { ...echo("b-global", "t1") });
  scene.addGlobal("twice", { name: "twice", ...echo("global", "t2") });
  scene.addProject("twice", { name: "twice", ...echo("project", "t3") });
  scene.add("path", { ...echo("path", "t4") });
  const host = await scene.start(always);
  expect(host.extensions().map(({ name, state, scope }) => [name, state, scope])).toEqual([
    ["path", "ready", "path"],
    ["twice", "ready", "project"],
    ["b-global", "ready", "global"],
    ["twice", "shadowed", "global"],
  ]);
  expect(host.tools().map(({ name }) => name)).toEqual(["t4", "t3", "t1"]);
});

test("a folder shadows one of the same name, even if the manifests' names differ", async () => {
  const scene = new Scene();
  scene.addGlobal("tool", { name: "something-else", ...echo("x", "t") });
  scene.addProject("tool", echo("tool", "t"));
  const host = await scene.start(always);
  expect(host.extensions().map(({ name, state }) => [name, state])).toEqual([
    ["tool", "ready"],
    ["something-else", "shadowed"],
  ]);
});

test("project and global discovery can be switched off, paths can't", async () => {
  const scene = new Scene();
  scene.addGlobal("global", echo("global", "t1"));
  scene.addProject("project", echo("project", "t2"));
  scene.add("path", echo("path", "t3"));
  const host = await scene.start({ discover: { project: false, global: false } });
  expect(host.extensions().map(({ name }) => name)).toEqual(["path"]);
});

test("a disabled one and a bundle of skills are listed, not started; skills stay inside the folder", async () => {
  const scene = new Scene();
  scene.addGlobal("asleep", { ...echo("asleep", "t"), enabled: false });
  const dir = scene.addGlobal("skills", {
    skills: ["skills", "./one/SKILL.md", "..odd", "../../secret", "/etc"],
  });
  const host = await scene.start();
  expect(host.extensions().map(({ name, state }) => [name, state])).toEqual([
    ["asleep", "disabled"],
    ["skills", "bundle"],
  ]);
  const inside = ["skills", "one/SKILL.md", "..odd"].map((path) => join(dir, path));
  expect(host.extensions()[1]?.skills).toEqual(inside);
  expect(scene.shownFaults()).toEqual([]);
});

test("a symlinked folder is followed, a folder without a manifest and a stray file are ignored", async () => {
  const scene = new Scene();
  const elsewhere = join(scene.root, "elsewhere");
  renameSync(scene.addGlobal("moved", echo("moved", "t")), elsewhere);
  const extensions = join(scene.zotHome, "extensions");
  symlinkSync(elsewhere, join(extensions, "moved"));
  mkdirSync(join(extensions, "empty"));
  writeFileSync(join(extensions, "stray.txt"), "");
  const host = await scene.start();
  expect(host.extensions().map(({ name, state }) => [name, state])).toEqual([["moved", "ready"]]);
});

test("a path that does not exist is reported and never fatal", async () => {
  const scene = new Scene();
  scene.paths.push(join(scene.root, "nowhere"));
  scene.addFixture("fine", "echo.mjs", "fine", "ping");
  const host = await scene.start();
  expect(host.extensions().map(({ state }) => state)).toEqual(["broken", "ready"]);
  expect(textOf(await host.callTool("ping", {}))).toContain("fine");
});

test("exec is found by its shape: absolute, relative to the folder, or on the PATH", () => {
  const scene = new Scene();
  const dir = scene.add("shapes", {}, { "run.sh": "#!/bin/sh\n" });
  const at = (exec: string, path = process.env.PATH) => resolveExec(exec, dir, path);
  expect(at("/bin/sh")).toEqual({ ok: true, command: "/bin/sh" });
  expect(at("./run.sh")).toEqual({ ok: true, command: join(dir, "run.sh") });
  expect(at("../shapes/run.sh")).toEqual({ ok: true, command: join(dir, "run.sh") });
  expect(at("sh", "/no/where:/bin")).toEqual({ ok: true, command: "/bin/sh" });
  expect(at("run.sh")).toMatchObject({ ok: false });
  expect(at("run.sh", `:.:${dir}`)).toEqual({ ok: true, command: join(dir, "run.sh") });
  // A relative entry of the PATH would let a project supply `python3`.
  expect(at("package.json", ".")).toMatchObject({ ok: false });
  expect(at("./missing")).toMatchObject({ ok: false });
  expect(at(dir)).toMatchObject({ ok: false });
});

test("null in a manifest means that the field is left out", () => {
  const dir = new Scene().add("any", {});
  const nulls = { version: null, args: null, description: null, enabled: null, skills: null };
  writeFileSync(join(dir, "extension.json"), JSON.stringify({ name: "any", exec: "x", ...nulls }));
  expect(readManifest(dir)).toEqual({ ok: true, manifest: { name: "any", exec: "x" } });
  writeFileSync(join(dir, "extension.json"), '{"name":"any","args":[null]}');
  expect(readManifest(dir)).toMatchObject({ ok: false });
});

test("what is wrong with a folder or a manifest is said in an author's words", async () => {
  const scene = new Scene();
  const broken = scene.add("broken", {});
  writeFileSync(join(broken, "extension.json"), '{\n  "name": "broken",\n}\n');
  scene.add("misspelt", { command: "python3 main.py" });
  const nameless = scene.add("nameless", {});
  writeFileSync(join(nameless, "extension.json"), '{ "nmae": "x", "exec": "sh" }');
  const empty = scene.add("empty", {});
  renameSync(join(empty, "extension.json"), join(empty, "extensions.json"));
  const host = await scene.start({
    paths: [
      broken,
      join(broken, "..", "misspelt"),
      nameless,
      empty,
      join(empty, "extensions.json"),
    ],
  });

  expect(host.extensions().map(({ state }) => state)).toEqual(Array(5).fill("broken"));
  expect(host.extensions().map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^extension\.json, line 3: /),
    'extension.json: it names neither a program ("exec") nor skills; zot does not know "command"',
    'extension.json: name: is missing; zot does not know "nmae"',
    "there is no extension.json in it",
    "it is a file; name the folder that holds extension.json",
  ]);
});
