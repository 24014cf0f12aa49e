import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ZotError } from "../src/index.js";
import { newStore, writeSession } from "./helpers/sessions.js";

describe("one writer:", () => {
  test("a session that is open cannot be opened again, renamed or deleted", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const session = store.open(path);
    expect(() => store.open(path)).toThrow(/open in another zot/);
    await expect(store.rename(path, "x")).rejects.toThrow(ZotError);
    expect(() => {
      store.delete(path);
    }).toThrow(/open in a zot/);
    await session.close();
    await store.rename(path, "x");
    expect(store.list()[0]?.title).toBe("x");
    store.delete(path);
    expect(store.list()).toEqual([]);
  });

  test("the lock of a process that died is no obstacle", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
    const lock = JSON.stringify({
      pid: child.pid,
      host: (await import("node:os")).hostname(),
      started: null,
    });
    writeFileSync(`${path}.lock`, lock);
    expect(() => store.open(path)).toThrow(`process ${child.pid ?? 0}`);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    await store.open(path).close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("a lock that was cut short is no obstacle", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    writeFileSync(`${path}.lock`, '{"pid":');
    await store.open(path).close();
  });

  test("a process id that was used again does not hold the lock", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const owner = { pid: process.pid, host: (await import("node:os")).hostname(), started: "1" };
    writeFileSync(`${path}.lock`, JSON.stringify(owner));
    if (process.platform === "linux") await store.open(path).close();
    else expect(() => store.open(path)).toThrow(/open in another zot/);
  });
});
