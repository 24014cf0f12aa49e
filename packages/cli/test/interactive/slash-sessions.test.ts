import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

test("sessions: continue, resume, rename, fork, tree, export, import, delete, new", async () => {
  const cwd = makeFolder();
  const home = makeFolder();
  const first = new ZotScreen(offline, { cwd, home });
  first.send("the first thing");
  await first.waitFor("I am zot's offline model");
  first.send("/session rename Harbour");
  await first.waitFor("is now called Harbour");
  first.send("/session");
  await first.waitFor("2 messages");
  first.type("/session ex");
  await first.waitFor(/› export \[path\] +write it/);
  first.type("port out.html");
  await first.waitFor((screen) => !screen.includes("write it"));
  first.press("enter");
  await first.waitFor(/written to .*out\.html/);
  expect(readFileSync(join(cwd, "out.html"), "utf8")).toContain("the first thing");
  first.send("/session export out.zotsession");
  await first.waitFor(/written to .*out\.zotsession/);
  first.send("/session fork");
  await first.waitFor("this is a fork now");
  first.send("only in the fork");
  await first.waitFor("› only in the fork");
  await first.waitFor((screen) => !screen.includes("esc stops it"));
  first.send("/session tree");
  const tree = await first.waitFor(/● Sessions and their forks/);
  expect(tree).toMatch(/ Harbour .*\n.*› └ .*this one/);
  first.press("esc");
  first.send("/session import out.zotsession");
  await first.waitFor((screen) => screen.includes("› the first thing") && !screen.includes("fork"));
  first.send("/session new");
  await first.waitFor((screen) => !screen.includes("the first thing"));
  first.send("/sessions");
  await first.waitFor(/● Sessions of this folder/);
  first.type("Harbour");
  await first.waitFor(/› Harbour/);
  first.press("enter");
  await first.waitFor("› the first thing");
  await first.leave();

  const second = new ZotScreen([...offline, "-r"], { cwd, home });
  await second.waitFor(/● Sessions of this folder/);
  second.press("enter");
  await second.waitFor("› the first thing");
  second.send("/session delete");
  await second.waitFor(/● Sessions of this folder/);
  second.press("enter");
  await second.waitFor(/● Delete this session\?/);
  second.type("y");
  await second.waitFor("deleted");
  await second.leave();

  const third = new ZotScreen([...offline, "-c"], { cwd, home });
  await third.waitFor("› the first thing");
  await third.leave();
  expect(existsSync(join(home, "sessions"))).toBe(true);
});

test("a session with a single message is counted as one", async () => {
  const zot = new ZotScreen(offline, {
    script: [{ error: { code: "bad_request", message: "no such thing" } }],
  });
  zot.send("the only one");
  await zot.waitFor(/● .* failed/);
  zot.press("esc");
  zot.send("/session");
  await zot.waitFor(/^1 message · /m);
  zot.send("/session tree");
  await zot.waitFor(/› the only one .* · 1 message +│/);
  zot.press("esc");
  zot.send("/session new");
  await zot.waitFor((screen) => !screen.includes("the only one"));
  zot.send("/sessions");
  await zot.waitFor(/› the only one .* · 1 message · /);
  zot.press("esc");
  await zot.leave();
});

test("a path to export to or import from may begin with ~", async () => {
  const zot = new ZotScreen(offline);
  zot.send("for the shelf");
  await zot.waitFor("I am zot's offline model");
  zot.send("/session export ~/page.html");
  await zot.waitFor(/written to .*page\.html/);
  expect(readFileSync(join(zot.home, "page.html"), "utf8")).toContain("for the shelf");
  zot.send("/session export ~/out.zotsession");
  await zot.waitFor(/written to .*out\.zotsession/);
  expect(readdirSync(zot.cwd)).toEqual([]);
  zot.send("/session new");
  await zot.waitFor((screen) => !screen.includes("for the shelf"));
  zot.send("/session import ~/out.zotsession");
  await zot.waitFor("› for the shelf");
  await zot.leave();
});

test("a session that is open in another zot is gone on with in a fork, by -c, -r and /sessions", async () => {
  const cwd = makeFolder();
  const home = makeFolder();
  const forked = "that session is open in another zot; this is a fork of it";
  const owner = new ZotScreen(offline, { cwd, home });
  owner.send("the first thing");
  await owner.waitFor("I am zot's offline model");
  await owner.waitFor((screen) => !screen.includes("esc stops it"));
  const sessions = join(home, "sessions", readdirSync(join(home, "sessions"))[0] ?? "");
  const [original = ""] = readdirSync(sessions).filter((name) => name.endsWith(".jsonl"));
  const before = readFileSync(join(sessions, original), "utf8");

  const second = new ZotScreen([...offline, "-c"], { cwd, home, columns: 120 });
  await second.waitFor(forked);
  second.send("only in the fork");
  await second.waitFor("› only in the fork");
  await second.waitFor((screen) => !screen.includes("esc stops it"));
  expect(await second.screen()).toContain("› the first thing");
  expect(readFileSync(join(sessions, original), "utf8")).toBe(before);

  const third = new ZotScreen([...offline, "-r"], { cwd, home, columns: 120 });
  await third.waitFor(/● Sessions of this folder/);
  third.press("enter");
  await third.waitFor(forked);
  third.send("/session new");
  await third.waitFor((screen) => !screen.includes("the first thing"));
  third.send("/sessions");
  await third.waitFor(/● Sessions of this folder/);
  third.press("down", "enter");
  await third.waitFor(forked);
  await third.waitFor("› the first thing");
  for (const zot of [second, third, owner]) {
    zot.press("ctrl+c", "ctrl+c");
    expect(await zot.exited()).toBe(0);
  }
  expect(readFileSync(join(sessions, original), "utf8")).toBe(before);
});
