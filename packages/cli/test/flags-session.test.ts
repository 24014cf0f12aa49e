import { existsSync, readFileSync } from "node:fs";
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionStore } from "@zot/core";
import { describe, expect, test } from "vitest";
import { startFakeModel } from "./support/fake-model.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { offline, weather } from "./support/ask-server.js";

describe("the session", () => {
  test("-c goes on with the folder's last session, with its messages and its model", async () => {
    const cwd = await makeFolder();
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, 'call bash {"command":"echo first"}'], { cwd, env });
    const { baseUrl, requests } = await startFakeModel();
    await runZot(
      ["-p", "-c", "--provider", "openai", "--base-url", baseUrl, "--model", "m", "second"],
      { cwd, env },
    );
    expect(JSON.stringify(requests[0]?.body.messages)).toContain("echo first");
    const again = await runZot(["-p", "--continue", "third"], { cwd, env });
    expect(again.stderr).toContain(`openai has no model "m", which was used last`);
  });

  test("-c without a session says so, exit 1", async () => {
    const { code, stderr } = await runZot([...offline, "-c", "hi"]);
    expect(code).toBe(1);
    expect(stderr).toContain("no session");
  });

  test("--session names the file, --no-session keeps none", async () => {
    const folder = await makeFolder();
    const file = join(folder, "mine.jsonl");
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, "--session", file, "hi"], { env });
    expect(existsSync(file)).toBe(true);
    await runZot([...offline, "--no-session", "hi"], { env });
    expect(existsSync(join(env.ZOT_HOME, "sessions"))).toBe(false);
  });

  test("a session that another zot has open is left alone, and the error says what to do", async () => {
    const cwd = await realpath(await makeFolder());
    const env = { ZOT_HOME: await makeFolder() };
    await runZot([...offline, "hi"], { cwd, env });
    const store = new SessionStore({ home: env.ZOT_HOME, cwd });
    const path = store.latest()?.path ?? "";
    const open = store.open(path);
    const before = readFileSync(path, "utf8");
    const last = await runZot([...offline, "-c", "hi"], { cwd, env });
    expect(last).toMatchObject({ code: 1, stdout: "" });
    expect(last.stderr).toMatch(
      /^zot: session \S+ is open in another zot \(process \d+; .*\); close it there first, or leave -c out to begin a new session\n$/,
    );
    const named = await runZot([...offline, "--session", path, "hi"], { cwd, env });
    expect(named.stderr).toContain("first, or name another file to begin a new session\n");
    await open.close();
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(store.list()).toHaveLength(1);
  });

  test("~ is the home in --session=, --cwd= and --ext= too, where no shell expands it", async () => {
    const home = await realpath(await makeFolder());
    await mkdir(join(home, "work"));
    await symlink(weather, join(home, "weather"));
    const { stdout, stderr } = await runZot(
      [
        ...[...offline, "--no-ext", "--session=~/mine.jsonl", "--cwd=~/work", "--ext=~/weather"],
        'call bash {"command":"pwd"}',
      ],
      { env: { HOME: home } },
    );
    expect(stderr).toBe("");
    expect(stdout).toContain(join(home, "work"));
    expect(existsSync(join(home, "mine.jsonl"))).toBe(true);
  });

  test("a session that can't be saved is told once, with the way out", async () => {
    const home = join(await makeFolder(), "file");
    await mkdir(home);
    await writeFile(join(home, "sessions"), "in the way");
    const { code, stdout, stderr } = await runZot([...offline, "hi"], { env: { ZOT_HOME: home } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^zot: the session could not be saved \([^\n]*\(--no-session keeps none, ZOT_HOME names another folder\)\n$/,
    );
  });

  test("--resume needs a terminal", async () => {
    const { code, stderr } = await runZot([...offline, "-r", "hi"]);
    expect(code).toBe(2);
    expect(stderr).toContain("use -c or --session PATH");
  });

  test("--cwd is where tools work", async () => {
    const folder = await realpath(await makeFolder());
    const { stdout } = await runZot([...offline, "--cwd", folder, 'call bash {"command":"pwd"}']);
    expect(stdout).toContain(folder);
    const { code, stderr } = await runZot([...offline, "--cwd", "/no/such/place", "hi"]);
    expect(code).toBe(2);
    expect(stderr).toContain("/no/such/place");
  });
});
