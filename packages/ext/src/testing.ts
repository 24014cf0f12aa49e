import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Extension } from "./extension.js";
import { shareStdout } from "./stray-output.js";
import { linkToChild } from "./testing/child-link.js";
import { prepareGreeting } from "./testing/greeting.js";
import { linkInMemory } from "./testing/memory-link.js";
import { TestHost, type TestHostOptions } from "./testing/test-host.js";

export type { TestHost, TestHostOptions, TestToolResult } from "./testing/test-host.js";
export type { TestPanel } from "./testing/test-panel.js";

shareStdout();

/**
 * Runs an extension in this process against a fake host. Stop it, or hold it with `await using`.
 *
 * @example
 * const host = await startInMemory(weather);
 * const { text } = await host.callTool("weather", { city: "Berlin" });
 * await host.stop();
 */
export async function startInMemory(
  extension: Pick<Extension, "connect">,
  options: TestHostOptions = {},
): Promise<TestHost> {
  const greeting = prepareGreeting(process.cwd(), options.host ?? {});
  return TestHost.start(greeting, options, (events) => linkInMemory(extension, events));
}

/**
 * Starts the extension in a folder, in whatever language, as a real process with a fake host. It gets the same
 * `extension.json`, greeting and goodbye as from zot. Stop it, or hold it with `await using`.
 *
 * @example
 * const host = await startFolder(new URL("..", import.meta.url));
 * const { display } = await host.runCommand("hello", "Ada");
 * await host.stop();
 */
export async function startFolder(
  folder: string | URL,
  { env, ...options }: TestHostOptions & { env?: NodeJS.ProcessEnv } = {},
): Promise<TestHost> {
  const path = resolve(folder instanceof URL ? fileURLToPath(folder) : folder);
  const greeting = prepareGreeting(path, options.host ?? {});
  return TestHost.start(greeting, options, (events) => linkToChild(path, env, events));
}
