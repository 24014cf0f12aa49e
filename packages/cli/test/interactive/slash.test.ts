import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

test("small commands do what they say: help, yolo, jail, unjail, settings, unknown, exit", async () => {
  const zot = new ZotScreen(offline, { rows: 40 });
  zot.send("/help");
  const help = await zot.waitFor("ctrl+o");
  for (const name of ["login", "logout", "model", "sessions", "session", "jump", "btw", "skills"]) {
    expect(help).toMatch(new RegExp(`^/${name}\\b`, "m"));
  }
  for (const name of [
    "compact",
    "study",
    "jail",
    "unjail",
    "reload-ext",
    "yolo",
    "clear",
    "exit",
  ]) {
    expect(help).toMatch(new RegExp(`^/${name}\\b`, "m"));
  }
  zot.send("/jail");
  await zot.waitFor(/ jail /);
  zot.send('call read {"path":"/etc/hostname"}');
  await zot.waitFor(/read \/etc\/hostname ─+ ✗/);
  zot.send("/unjail");
  await zot.waitFor("may work outside");
  zot.send("/settings");
  await zot.waitFor(/● Settings/);
  zot.press("enter");
  await zot.waitFor(/Theme +light/);
  zot.press("down", "enter");
  await zot.waitFor(/● Reasoning/);
  zot.press("down", "enter");
  await zot.waitFor(/Reasoning +low/);
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  expect(readFileSync(join(zot.home, "config.json"), "utf8")).toContain('"theme": "light"');
  zot.send("/hepl");
  await zot.waitFor('unknown command "/hepl"; did you mean /help?');
  zot.send("/qiut");
  await zot.waitFor('unknown command "/qiut"; did you mean /exit?');
  zot.send("/export ~/page.html");
  await zot.waitFor('unknown command "/export"; did you mean /session export?');
  zot.send("/exit");
  expect(await zot.exited()).toBe(0);
  await zot.expectNothingLeft();
});

test("/quit is offered as /exit, and leaves", async () => {
  const zot = new ZotScreen(offline);
  zot.type("/qu");
  await zot.waitFor(/› \/exit +leave zot/);
  zot.type("it");
  await zot.waitFor("/quit");
  zot.press("enter");
  expect(await zot.exited()).toBe(0);
  await zot.expectNothingLeft();
});

test("/session tells the cost as the status bar does, and one line is a line", async () => {
  const cwd = makeFolder();
  writeFileSync(join(cwd, "one.txt"), "alone\n");
  const zot = new ZotScreen(offline, { cwd });
  zot.send('call read {"path":"one.txt"}');
  await zot.waitFor(/✓ read one\.txt · 1 line$/m);
  zot.send("/session");
  await zot.waitFor(/ out · \$0$/m);
  await zot.leave();
});

test("--no-yolo asks before each call: no, once, always; /yolo stops the asking", async () => {
  const zot = new ZotScreen([...offline, "--no-yolo"], { rows: 40 });
  const call = (text: string) => `call bash {"command":"echo ${text}"}`;
  zot.send(call("uno"));
  const question = await zot.waitFor(/● Run bash\?/);
  expect(question).toContain("$ echo uno");
  expect(question).toContain("› No");
  zot.press("enter");
  await zot.waitFor("the user refused this call");
  zot.send(call("duo"));
  await zot.waitFor("$ echo duo");
  await zot.waitFor(/● Run bash\?/);
  zot.type("y");
  await zot.waitFor("│ duo");
  zot.send(call("tres"));
  await zot.waitFor(/● Run bash\?/);
  zot.type("a");
  await zot.waitFor("│ tres");
  zot.send(call("four"));
  await zot.waitFor("│ four");
  zot.resize(80, 16);
  zot.send(
    'call write {"path":"long.txt","content":"1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10\\n11"}',
  );
  const long = await zot.waitFor(/● Run write\?[^]*long\.txt[^]*rows 1–9 of 12 · pgup pgdn/);
  expect(long).toContain("Always for write in this run (a)");
  expect(long).not.toContain("│ 11 ");
  zot.press("pagedown");
  await zot.waitFor(/│ 11 /);
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  zot.resize(80, 40);
  zot.send('call read {"path":"nothing.txt"}');
  await zot.waitFor(/● Run read\?/);
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("● Run"));
  zot.send("/yolo");
  await zot.waitFor("tools run without asking now");
  zot.send('call read {"path":"nothing.txt"}');
  await zot.waitFor("no such file: nothing.txt");
  await zot.leave();
});

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

test("jump shows an earlier prompt and forks from it; btw leaves no trace; study and compact talk to the model", async () => {
  const cwd = makeFolder();
  const zot = new ZotScreen(offline, {
    cwd,
    rows: 40,
    script: [
      { text: "Answer number one." },
      { text: "Answer number two." },
      { text: "**By the way**: yes." },
      { text: "This project is small." },
      { text: "A summary of it all." },
    ],
  });
  zot.send("alpha question");
  await zot.waitFor("Answer number one.");
  zot.send("beta question");
  await zot.waitFor("Answer number two.");
  zot.send("/btw is it so?");
  expect(await zot.waitFor("By the way: yes.")).not.toContain("**");
  zot.press("esc");
  await zot.waitFor((screen) => !screen.includes("By the way"));
  zot.send("/study the tests");
  await zot.waitFor("This project is small.");
  expect(await zot.all()).toContain("Pay special attention to: the tests");
  zot.send("/compact");
  await zot.waitFor("summed up to make room");
  zot.send("/jump");
  await zot.waitFor(/● Earlier prompts/);
  zot.type("beta");
  await zot.waitFor(/› beta question/);
  zot.press("enter");
  await zot.waitFor(/● Jump/);
  zot.press("enter");
  await zot.waitFor(/1–\d+ of \d+/);
  zot.press("esc");
  zot.send("/jump beta");
  await zot.waitFor(/● Earlier prompts/);
  zot.press("enter");
  await zot.waitFor(/● Jump/);
  zot.press("down", "enter");
  await zot.waitFor(
    (screen) => screen.includes("› beta question") && !screen.includes("Answer number two."),
  );
  zot.press("ctrl+u");
  zot.send("/clear");
  await zot.waitFor((screen) => !screen.includes("alpha"));
  await zot.leave();
});

test("skills are listed, and the chosen one is put into the prompt", async () => {
  const cwd = makeFolder();
  mkdirSync(join(cwd, ".zot/skills/sail"), { recursive: true });
  writeFileSync(
    join(cwd, ".zot/skills/sail/SKILL.md"),
    "---\nname: sail\ndescription: How to sail\n---\nHoist.\n",
  );
  const zot = new ZotScreen(offline, { cwd });
  zot.send("/skills");
  await zot.waitFor(/● Skills/);
  zot.type("sail");
  await zot.waitFor(/› sail +How to sail \(project\)/);
  zot.press("enter");
  await zot.waitFor('› Use the skill "sail":');
  await zot.leave();
});

test("login takes a key without showing it, model switches to that provider, logout forgets it", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(
      `${request.method ?? ""} ${request.url ?? ""} ${request.headers.authorization ?? ""}`,
    );
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ id: "harbour-1" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const home = makeFolder();
  writeFileSync(
    join(home, "models.json"),
    JSON.stringify({
      providers: {
        harbour: { baseUrl: `http://127.0.0.1:${port}/v1`, models: [{ id: "harbour-1" }] },
      },
    }),
  );
  const zot = new ZotScreen(offline, { home, rows: 30 });
  zot.send("/login");
  await zot.waitFor(/● Log in/);
  expect(await zot.screen()).toContain("Anthropic");
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  zot.send("/login harbour");
  await zot.waitFor("Paste a key here");
  zot.press("enter");
  await zot.waitFor(/● API key/);
  zot.type("sk-very-secret-key");
  await zot.waitFor("••••••••••••••••••");
  zot.press("enter");
  await zot.waitFor("now talking to harbour-1");
  await zot.waitFor("harbour/harbour-1");
  expect(zot.bytes).not.toContain("very-secret");
  expect(asked.join("\n")).toContain("Bearer sk-very-secret-key");
  zot.send("/model");
  await zot.waitFor(/● Model/);
  zot.type("offline");
  await zot.waitFor(/› Offline/);
  zot.press("enter");
  await zot.waitFor("now talking to Offline");
  expect(readFileSync(join(home, "config.json"), "utf8")).toContain('"provider": "offline"');
  zot.send("/model harbour-1");
  await zot.waitFor("now talking to harbour-1");
  zot.send("/logout harbour");
  await zot.waitFor("the login of harbour is forgotten");
  expect(readFileSync(join(home, "auth.json"), "utf8")).not.toContain("very-secret");
  await zot.leave();
});
