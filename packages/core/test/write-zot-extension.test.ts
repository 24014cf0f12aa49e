import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startFolder } from "@zot/ext/testing";
import { expect, test } from "vitest";
import { loadSkill, withBuiltInSkills } from "../src/index.js";
import { tempFolder } from "./helpers/temp-folder.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Puts the files that a chapter of the skill shows into a folder, with the packages it says to install. */
async function follow(chapter: string): Promise<string> {
  const [skill] = withBuiltInSkills([]);
  const text = skill === undefined ? "" : await loadSkill(skill);
  const part = text.split(/^## /m).find((one) => one.startsWith(chapter)) ?? "";
  const files = [...part.matchAll(/^~~~\w+ (\S+)\n([\s\S]*?)^~~~$/gm)];
  expect(files.length).toBeGreaterThan(1);
  const folder = tempFolder();
  for (const [, name = "", content = ""] of files) writeFileSync(join(folder, name), content);
  for (const [name, place] of [
    ["@zot/ext", "packages/ext"],
    ["zod", "packages/protocol/node_modules/zod"],
  ] as const) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(repository, place), join(folder, "node_modules", name), "junction");
  }
  return folder;
}

test("the extension that the skill shows with the SDK works, and so does its test", async () => {
  const folder = await follow("With @zot/ext");
  const host = await startFolder(folder);
  try {
    expect(await host.callTool("count_words", { text: " a b  c d " })).toMatchObject({ text: "4" });
    expect(await host.runCommand("count", "x y")).toMatchObject({ display: "2 words" });
    const forced = { command: "git push --force" };
    expect(
      await host.askInterceptor("tool_call", { tool_name: "bash", tool_args: forced }),
    ).toMatchObject({
      block: true,
      reason: "force pushes are not allowed here",
    });
    const plain = { command: "git push" };
    const allowed = await host.askInterceptor("tool_call", { tool_name: "bash", tool_args: plain });
    expect(allowed.block ?? false).toBe(false);
  } finally {
    await host.stop();
  }
  const { stdout } = await promisify(execFile)(process.execPath, ["--test"], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "" },
  });
  expect(stdout).toMatch(/pass 1\b/);
});

test("the extension that the skill shows in Python works", async () => {
  const host = await startFolder(await follow("Python"));
  try {
    expect(await host.callTool("reverse", { text: "zot" })).toMatchObject({ text: "toz" });
    expect(await host.runCommand("reverse", "abc")).toMatchObject({ display: "cba" });
  } finally {
    await host.stop();
  }
});

test.skipIf(process.platform === "win32")(
  "the extension that the skill shows in shell works",
  async () => {
    const host = await startFolder(await follow("Shell"));
    try {
      expect((await host.runCommand("disk", "")).display).toMatch(/^\d+ KB free$/);
    } finally {
      await host.stop();
    }
  },
);
