import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ExtensionHost } from "@zot/host";

const zotHome = mkdtempSync(join(tmpdir(), "embed-host-"));

// #region start
const host = new ExtensionHost({
  cwd: process.cwd(),
  zotHome,
  zotVersion: "1.0.0",
  paths: [fileURLToPath(new URL("shouter", import.meta.url))],
});
host.subscribe((event) => {
  if (event.type === "fault" && event.count === 1) console.error(event.message);
});
await host.start();
// #endregion

// #region call
const call = { tool_id: "1", tool_name: "shout", tool_args: { text: "hello" } };
const decision = await host.intercept("tool_call", call);
if (!decision.blocked) {
  const result = await host.callTool("shout", decision.subject.tool_args, { id: "1" });
  console.log(result.content[0]); // { type: "text", text: "HELLO, PLEASE!" }
}
// #endregion

// #region reload
const before = host.extensions()[0]?.pid;
await host.reload("shouter");
const after = host.extensions()[0]?.pid;
console.log(before === after ? "still the old process" : "a new process");
// #endregion

// #region stop
const refused = await host.intercept("tool_call", {
  ...call,
  tool_args: { text: "curse" },
});
console.log(refused.blocked ? `refused: ${refused.reason}` : "allowed");
await host.stop();
// #endregion
rmSync(zotHome, { recursive: true });
