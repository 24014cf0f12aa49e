import { startFolder, type TestHost } from "@zot/ext/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let host: TestHost;
beforeAll(async () => {
  host = await startFolder(new URL("..", import.meta.url));
});
afterAll(() => host.stop());

const ask = (command: unknown, tool_name = "bash") =>
  host.askInterceptor("tool_call", { tool_id: "1", tool_name, tool_args: { command } });

test.each([
  ["rm -rf", "rm -rf /tmp/x"],
  ["rm -rf", "cd /tmp && rm -r -f x"],
  ["rm -rf", "rm --recursive --force x"],
  ["rm -rf", "rm -fR x"],
  ["sudo", "sudo apt install cowsay"],
  ["sudo", "true; sudo reboot"],
  ["dd", "dd if=/dev/zero of=/dev/sda"],
  ["mkfs", "mkfs.ext4 /dev/sda1"],
  ["a fork bomb", ":(){ :|:& };:"],
  ["chmod -R 777", "chmod -R 777 /"],
])("it refuses %s: %s", async (danger, command) => {
  const decision = await ask(command);
  expect(decision.block).toBe(true);
  expect(decision.reason).toMatch(new RegExp(`^guard refuses ${danger}`));
  await host.waitForNote(`refused: ${command}`);
});

test.each([
  "rm notes.txt",
  "git log -rf 2>/dev/null; rm x",
  "ls -R",
  "echo pseudosudo",
  "dd of=out.img",
])("it lets %s run", async (command) => {
  expect(await ask(command)).toEqual({});
});

test("it lets tools without a command run", async () => {
  expect(await ask(undefined, "read")).toEqual({});
});

test("zot denies when the guard itself fails", () => {
  expect(host.registered.intercepts.get("tool_call")).toBe("deny");
});

test("its log tells what the agent did", async () => {
  host.fireEvent("session_start");
  host.fireEvent("turn_start", { step: 1 });
  host.fireEvent("tool_call", { tool_id: "2", tool_name: "read", tool_args: { path: "a.txt" } });
  host.fireEvent("turn_end", { stop: "end" });
  await host.waitUntil("the turn's end was logged", () => host.stderr.includes(" turn_end end"));
  expect(host.stderr).toMatch(/Z session_start\n/);
  expect(host.stderr).toMatch(/Z turn_start 1\n/);
  expect(host.stderr).toMatch(/Z tool_call read \{"path":"a.txt"\}\n/);
});
