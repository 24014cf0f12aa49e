import { existsSync, readdirSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeExtension } from "./support/extensions.js";
import { makeHome } from "./support/install-home.js";
import { makeFolder } from "./support/run-zot.js";

const lock = {
  packages: {
    "node_modules/builder": { dev: true, bin: { build: "cli.js" } },
    "node_modules/builder/node_modules/deep": { dev: true },
    "node_modules/@types/all": { dev: true },
    "node_modules/@types/kept": {},
    "node_modules/runner": { bin: { run: "cli.js" } },
    "node_modules/runner/node_modules/odd": { dev: true, optional: true },
    "node_modules/either": { devOptional: true },
    "node_modules/out-of-record": null,
  },
};

/** An extension beside its packages, as npm lays them out. */
async function writeInstalled(
  manifest: Record<string, unknown> = {},
  files: Record<string, string> = {},
): Promise<string> {
  const packages = Object.keys(lock.packages).map((path) => [`${path}/package.json`, "{}"]);
  const source = await writeExtension(
    await makeFolder(),
    { name: "alpha", ...manifest },
    {
      ...(Object.fromEntries(packages) as Record<string, string>),
      "node_modules/.package-lock.json": JSON.stringify(lock),
      "node_modules/.bin/run.cmd": "",
      "node_modules/.bin/build.cmd": "",
      ...files,
    },
  );
  await symlink("../builder/cli.js", join(source, "node_modules/.bin/build"));
  return source;
}

test("packages that npm installed for development only stay behind, with their commands", async () => {
  const { installed, install } = await makeHome();
  const { code, stderr } = await install(await writeInstalled(), "--yes");
  expect(code).toBe(0);
  expect(stderr).toContain("leaves  packages for development: @types/all, builder, deep, odd\n");
  expect(stderr.match(/^ {2}leaves/gm)).toHaveLength(1);
  const modules = join(installed("alpha"), "node_modules");
  expect(readdirSync(modules).toSorted()).toEqual(
    [".bin", ".package-lock.json", "@types", "either", "out-of-record", "runner"].toSorted(),
  );
  expect(readdirSync(join(modules, "@types"))).toEqual(["kept"]);
  expect(readdirSync(join(modules, ".bin"))).toEqual(["run.cmd"]);
  expect(existsSync(join(modules, "runner/node_modules/odd"))).toBe(false);
});

test.each([
  ["a command of one", { exec: "npx", args: ["--no-install", "build@2", "main.ts"] }],
  ["a hook of one", { exec: "node", args: ["--import=builder/register", "main.mjs"] }],
  ["a script", { exec: "npm", args: ["start"] }],
])("all of them come along where the extension is started through %s", async (_, manifest) => {
  const { installed, install } = await makeHome();
  const { code, stderr } = await install(await writeInstalled(manifest), "--yes");
  expect(code).toBe(0);
  expect(stderr).not.toContain("for development");
  expect(existsSync(join(installed("alpha"), "node_modules/@types/all"))).toBe(true);
  expect(existsSync(join(installed("alpha"), "node_modules/builder/package.json"))).toBe(true);
});

test.each([
  ["is behind package.json", { "package.json": '{"dependencies":{"builder":"1"}}' }],
  ["is broken", { "node_modules/.package-lock.json": "{" }],
  ["is something else", { "node_modules/.package-lock.json": '{"packages":["x"]}' }],
])("all of them come along where npm's record %s", async (_, files) => {
  const { installed, install } = await makeHome();
  const { code, stderr } = await install(await writeInstalled({}, files), "--yes");
  expect(code).toBe(0);
  expect(stderr).not.toContain("for development");
  expect(existsSync(join(installed("alpha"), "node_modules/builder/package.json"))).toBe(true);
});
