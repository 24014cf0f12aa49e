import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, runZot } from "./support/run-zot.js";

const offline = ["--provider", "offline"];

describe("T1, T2: a project's own extensions", () => {
  async function makeProject() {
    const cwd = await makeFolder();
    const marker = join(cwd, "spawned");
    const folder = join(cwd, ".zot/extensions/canary");
    await mkdir(folder, { recursive: true });
    const manifest = { name: "canary", exec: "sh", args: ["-c", `touch '${marker}'`] };
    await writeFile(join(folder, "extension.json"), JSON.stringify(manifest));
    return { cwd, marker };
  }

  test.each([[["-p"]], [["--json"]]])("%s skips them and says so in one line", async (mode) => {
    const { cwd, marker } = await makeProject();
    const { code, stderr } = await runZot([...mode, ...offline, "hi"], { cwd });
    expect(code).toBe(0);
    expect(existsSync(marker)).toBe(false);
    expect(stderr).toMatch(/^[^\n]*canary[^\n]*trust[^\n]*\n$/);
  });

  test("--trust and ZOT_TRUST=1 run them, for that run only", async () => {
    const { cwd, marker } = await makeProject();
    const env = { ZOT_HOME: await makeFolder() };
    await runZot(["-p", ...offline, "--trust", "hi"], { cwd, env });
    expect(existsSync(marker)).toBe(true);
    const other = await makeProject();
    await runZot(["-p", ...offline, "hi"], { cwd: other.cwd, env: { ...env, ZOT_TRUST: "1" } });
    expect(existsSync(other.marker)).toBe(true);
    const third = await makeProject();
    await runZot(["-p", ...offline, "hi"], { cwd: third.cwd, env });
    expect(existsSync(third.marker)).toBe(false);
  });

  test("a .env of the project changes neither the home, nor the address, nor trust", async () => {
    const { cwd, marker } = await makeProject();
    const lines = ["ZOT_TRUST=1", "ZOT_HOME=.", "OPENAI_BASE_URL=http://127.0.0.1:9"];
    await writeFile(join(cwd, ".env"), lines.join("\n"));
    const { code } = await runZot(["-p", ...offline, "hi"], { cwd });
    expect(code).toBe(0);
    expect(existsSync(marker)).toBe(false);
    expect(existsSync(join(cwd, "sessions"))).toBe(false);
  });
});
