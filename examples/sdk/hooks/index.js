import { Agent, builtInTools, Jail } from "@zot/core";
import { openClient } from "@zot/providers";

const cwd = process.cwd();

// #region hooks
const noSecrets = {
  name: "no-secrets",
  beforeToolCall: ({ name, args }) => {
    if (name === "read" && /\.env$/.test(String(args.path))) {
      return { action: "block", reason: "secrets are not for reading" };
    }
    if (name === "bash") return { action: "ask", question: `Run ${String(args.command)}?` };
    return undefined;
  },
  beforeAssistantMessage: ({ text }) => ({ text: text.replaceAll(/sk-\w+/g, "[a key]") }),
};
// #endregion

// #region agent
const agent = new Agent({
  client: await openClient({ provider: "offline" }),
  model: "offline",
  tools: builtInTools({ jail: new Jail(cwd, { locked: true }) }),
  hooks: [noSecrets],
  ask: async ({ question }) => {
    console.log(`asked: ${question}`);
    return { allowed: false, reason: "the user said no" };
  },
  cwd,
});
// #endregion

agent.subscribe((event) => {
  if (event.type === "tool_result")
    console.log(`${event.is_error ? "failed" : "done"}: ${event.content[0].text}`);
  if (event.type === "assistant_message")
    console.log(event.content.map(({ text }) => text ?? "").join(""));
});
await agent.prompt('call read {"path": ".env"}');
await agent.prompt('call bash {"command": "rm -rf build"}');
await agent.prompt('call write {"path": "../outside.txt", "content": "x"}');
await agent.prompt(
  'call write {"path": "note.txt", "content": "my key is sk-12345"} call read {"path": "note.txt"}',
);
