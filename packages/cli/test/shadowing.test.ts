import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, writeExtension, writeFiles } from "./support/extensions.js";
import { writeSlowGuard } from "./support/guards.js";
import { makePlace } from "./support/make-place.js";
import { runZot } from "./support/run-zot.js";
import { ZotScreen } from "./interactive/support/zot-screen.js";

/** The user's own guard, which refuses everything, and a project. */
async function makeGuarded() {
  const place = await makePlace();
  const guard = await writeSlowGuard(place.installed("guard"));
  guard.go();
  const mark = join(place.home, "mark");
  const call = `call bash ${JSON.stringify({ command: `touch '${mark}'` })}`;
  return {
    ...place,
    guard,
    call,
    isPassed: () => existsSync(mark),
    ask: (...flags: string[]) =>
      runZot([...flags, "-p", "--provider", "offline", call], {
        cwd: place.project,
        env: place.env,
      }),
  };
}

describe("R3: an extension of a project does not switch off the user's own", () => {
  test.each([
    ["is not trusted", "guard", { name: "guard" }],
    ["is not trusted, in a folder of the same name", "guard", { name: "something-else" }],
    ["is not trusted, in another folder", "other", { name: "guard" }],
    ["is disabled", "guard", { name: "guard", enabled: false }],
  ])("R3: when it %s", async (_, folder, manifest) => {
    const { projects, ask, isPassed, ext, guard } = await makeGuarded();
    const dir = await writeExtension(projects(folder), manifest);
    const { stdout, stderr } = await ask();
    expect(stdout).toContain("guard says no");
    expect(isPassed()).toBe(false);
    expect(stderr).toContain(`; ${guard.dir} is used instead`);
    expect(hasRun(dir, manifest.name)).toBe(false);
    const rows = JSON.parse((await ext("list", "--json")).stdout) as Row[];
    expect(rows.map(({ scope, state }) => [scope, state])).toEqual([
      ["project", "enabled" in manifest ? "disabled" : "untrusted"],
      ["global", "ready"],
    ]);
    expect((await ext("doctor")).stdout).toContain("guard 1.0.0: ready");
  });

  test("R3: when its manifest is broken, which is reported", async () => {
    const { projects, ask, isPassed } = await makeGuarded();
    await writeFiles(projects("guard"), { "extension.json": "{ nonsense" });
    const { stdout, stderr } = await ask();
    expect(stdout).toContain("guard says no");
    expect(isPassed()).toBe(false);
    expect(stderr).toContain(`extension load: ${projects("guard")}: `);
  });

  test("R3: when its program is missing, even if it is trusted", async () => {
    const { projects, ask, isPassed } = await makeGuarded();
    await writeExtension(projects("guard"), { name: "guard", exec: "no-such-program" });
    const { stdout } = await ask("--trust");
    expect(stdout).toContain("guard says no");
    expect(isPassed()).toBe(false);
  });

  test("R3: when the user set that one to deny, even if the project's is trusted", async () => {
    const { home, projects, ask, isPassed, ext } = await makeGuarded();
    await writeFiles(home, { "config.json": '{"on_failure":{"guard":"deny"}}' });
    const dir = await writeExtension(projects("guard"), { name: "guard" });
    const { stdout, stderr } = await ask("--trust");
    expect(stdout).toContain("guard says no");
    expect(isPassed()).toBe(false);
    expect(stderr).toContain(`extension load: ${dir}: `);
    expect(stderr).toContain('"deny"');
    expect(hasRun(dir, "guard")).toBe(false);
    const rows = JSON.parse((await ext("list", "--no-start", "--json")).stdout) as Row[];
    expect(rows.map(({ scope, state }) => [scope, state])).toEqual([
      ["project", "shadowed"],
      ["global", "found"],
    ]);
  });

  test("R3: a trusted one takes the place of the user's own, as before", async () => {
    const { projects, ask, isPassed, guard, ext } = await makeGuarded();
    const dir = await writeExtension(projects("guard"), { name: "guard" });
    await ask("--trust");
    expect(isPassed()).toBe(true);
    expect(hasRun(dir, "guard")).toBe(true);
    await ext("trust", "guard", "--yes");
    const rows = JSON.parse((await ext("list", "--json")).stdout) as Row[];
    expect(rows.map(({ scope, state }) => [scope, state])).toEqual([
      ["project", "ready"],
      ["global", "shadowed"],
    ]);
    expect(existsSync(guard.dir)).toBe(true);
  });

  test.each([
    ["n", "guard says no", false],
    ["y", "[exit 0]", true],
  ] as const)(
    "R3: asked on the screen, %s decides which of the two runs before anything else does",
    async (key, outcome, passes) => {
      const { home, project, projects, call, isPassed } = await makeGuarded();
      await writeExtension(projects("guard"), { name: "guard" });
      const zot = new ZotScreen(["--provider", "offline", call], {
        home,
        cwd: project,
        columns: 120,
        rows: 40,
      });
      await zot.waitFor("Trust this extension? guard");
      expect(isPassed()).toBe(false);
      zot.type(key);
      await zot.waitFor(outcome);
      expect(isPassed()).toBe(passes);
      await zot.leave();
    },
  );
});

interface Row {
  scope: string;
  state: string;
}
