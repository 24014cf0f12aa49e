import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { fixture, Scene } from "./support/scene.js";

function load(scene: Scene, ...paths: string[]): string[] {
  const args = [fixture("host-loads.mjs"), scene.root, ...paths];
  return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout.split("\n");
}

test("without extensions the schemas are never loaded", () => {
  const lines = load(new Scene());
  expect(lines.some((line) => line.includes("/host/dist/"))).toBe(true);
  expect(lines.filter((line) => /zod|trust/.test(line))).toEqual([]);
});

test("an extension comes up and works without the schemas", () => {
  const scene = new Scene();
  const lines = load(scene, scene.addFixture("echo", "echo.mjs", "echo", "ping"));
  expect(lines).toContain("ready");
  expect(lines.filter((line) => line.includes("/zod/"))).toEqual([]);
});
