import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "vitest";
import { repo } from "../support/run-zot.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const sdk = pathToFileURL(join(repo, "packages/cli/dist/sdk/index.js")).href;

/** Waits until it is told to stop, and says so. */
const PATIENT = `
import { extension } from ${JSON.stringify(sdk)};
extension({ name: "patient" })
  .tool("wait", {
    description: "",
    run: (_, zot) =>
      new Promise(() => {
        zot.notify("info", "waiting");
        zot.signal.addEventListener("abort", () => zot.notify("info", zot.signal.reason.message));
      }),
  })
  .tool("next", { description: "", run: () => "still here" })
  .run();`;

test("esc reaches the handler of a running tool, in another process, and the extension goes on", async () => {
  const folder = join(makeFolder(), "patient");
  mkdirSync(folder);
  const manifest = { name: "patient", exec: "node", args: ["main.mjs"] };
  writeFileSync(join(folder, "extension.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.mjs"), PATIENT);
  const zot = new ZotScreen(["--provider", "offline", "--no-ext", "-e", folder]);
  zot.send("call wait {}");
  await zot.waitFor("patient: waiting");
  zot.press("esc");
  await zot.waitFor("patient: the call was cancelled");
  zot.send("call next {}");
  await zot.waitFor("still here");
  await zot.leave();
});
