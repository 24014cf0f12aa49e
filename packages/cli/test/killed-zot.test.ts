import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { isAlive, until } from "../../../test-support/processes.js";
import { writeExtension } from "./support/extensions.js";
import { RpcClient } from "./support/rpc-client.js";
import { makeFolder, repo } from "./support/run-zot.js";

const sdk = pathToFileURL(join(repo, "packages/cli/dist/sdk/index.js")).href;

/** Busy for good: a timer, a call without an end, and a goodbye that never comes to one. */
const BUSY = `
import { extension } from ${JSON.stringify(sdk)};
extension({ name: "busy" })
  .tool("work", {
    description: "",
    run: (_, zot) => {
      zot.notify("info", String(process.pid));
      return new Promise(() => setInterval(() => undefined, 1000));
    },
  })
  .onShutdown(() => new Promise(() => undefined))
  .run();`;

test("F26: when zot is killed, an extension of the SDK is gone at once, whatever it is doing", async () => {
  const dir = join(await makeFolder(), "busy");
  await writeExtension(dir, { name: "busy" }, { "main.mjs": BUSY });
  const zot = await RpcClient.start(["--ext", dir]);
  zot.send({ type: "prompt", message: "call work {}" });
  const note = (await zot.untilType("ext_notify")).at(-1);
  const pid = Number(note?.message);
  expect(isAlive(pid)).toBe(true);

  zot.child.kill("SIGKILL");
  await zot.exited;
  await until(() => !isAlive(pid));
});
