import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zotHome } from "../../src/index.js";

test("ZOT_HOME counts first, then XDG_STATE_HOME where it is absolute", () => {
  const env = { ZOT_HOME: "/z", XDG_STATE_HOME: "/x", HOME: "/h" };
  expect(zotHome(env)).toBe("/z");
  expect(zotHome({ ...env, ZOT_HOME: "" })).toBe("/x/zot");
  expect(zotHome({ XDG_STATE_HOME: "x", HOME: "/h" })).toBe(zotHome({ HOME: "/h" }));
});

test("without a HOME, or with an empty one, nothing is kept in the working folder", () => {
  const { homedir } = userInfo();
  expect(zotHome({ HOME: "" })).toBe(zotHome({ HOME: homedir }));
  expect(zotHome({ HOME: "" }).startsWith(join(homedir, "/"))).toBe(true);
});
