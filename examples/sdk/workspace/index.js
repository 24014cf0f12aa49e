import { createWorkspace } from "@zot/sdk";

const workspace = await createWorkspace({ provider: "offline", extensions: ["hello"] });
workspace.subscribe((event) => {
  if (event.type === "text_delta") process.stdout.write(event.delta);
  if (event.type === "fault") console.error(event.message);
});
const { error } = await workspace.prompt('call hello_count {"text": "to be or not to be"}');
await workspace.close();
if (error) throw new Error(error);
