import { resolve } from "node:path";
import { ExtensionHost } from "@zot/host";

const host = new ExtensionHost({
  cwd: process.cwd(),
  zotHome: resolve("state"),
  zotVersion: "1.0.0",
  paths: [resolve("hello")],
});
host.subscribe((event) => {
  if (event.type === "fault" && event.count === 1) console.error(event.message);
});
await host.start();
const { content } = await host.callTool("hello_count", { text: "to be or not to be" }, { id: "1" });
console.log(content[0].text);
await host.stop();
