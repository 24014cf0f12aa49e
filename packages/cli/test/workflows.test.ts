import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repo } from "./support/run-zot.js";

const folder = join(repo, ".github/workflows");
const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
const release = readFileSync(join(folder, "release.yml"), "utf8");

/** The steps of a workflow, each with all that belongs to it. */
const stepsOf = (text: string) => text.split(/^ {6}- /m).slice(1);
/** A job with all that belongs to it. */
const jobOf = (text: string, name: string) =>
  new RegExp(String.raw`^ {2}${name}:\n(?:(?: {3,}.*)?\n)*`, "m").exec(text)?.[0] ?? "";

describe.each(files)("R25: the workflow %s", (_, text = "") => {
  test("names every action of others by a full commit, with its version beside it", () => {
    const used = [...text.matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, what = ""]) => what);
    expect(used.length).toBeGreaterThan(0);
    for (const what of used.filter((each) => !each.startsWith("./"))) {
      expect(what).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("keeps no credentials in a checkout", () => {
    const checkouts = stepsOf(text).filter((step) => step.includes("uses: actions/checkout@"));
    for (const step of checkouts) expect(step).toMatch(/^ {10}persist-credentials: false$/m);
  });

  test("gives nothing more than reading by default, and knows no token that lives long", () => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m);
    expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  });
});

test("R25: a release is published by what the forge says of the run, with an npm that can", () => {
  const publish = jobOf(release, "publish");
  expect(publish).toMatch(/^ {6}id-token: write/m);
  expect(publish).toMatch(/^ {4}environment: npm$/m);
  expect(release.replace(publish, "")).not.toContain("id-token");
  const script = readFileSync(join(repo, "scripts/release/publish.mjs"), "utf8");
  const [, major, minor, patch] = /npm@(\d+)\.(\d+)\.(\d+)/.exec(script) ?? [];
  const version = [major, minor, patch].map(Number);
  expect(version[0]).toBe(11);
  expect((version[1] ?? 0) * 1000 + (version[2] ?? 0)).toBeGreaterThanOrEqual(5001);
  expect(script).toContain('"--provenance"');
  // Node before this has no npm that takes such an identity.
  const node = /node-version: "(\d+)"/.exec(publish)?.[1];
  expect(Number(node)).toBeGreaterThanOrEqual(22);
});

test("R25: the guide for contributors says how a release gets its rights", () => {
  const guide = readFileSync(join(repo, "CONTRIBUTING.md"), "utf8");
  expect(guide).not.toContain("NPM_TOKEN");
  expect(guide).toContain("trusted publish");
});
