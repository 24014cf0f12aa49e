import { ext } from "./ext.js";

// #region tool-call
ext.intercept(
  "tool_call",
  ({ tool_name, tool_args }) => {
    if (tool_name !== "write") return;
    const path = String(tool_args.path);
    if (path.endsWith(".lock")) return { block: true, reason: "Lock files are written by tools." };
    if (path.startsWith("/")) return { modified_args: { ...tool_args, path: `.${path}` } };
  },
  { on_failure: "deny" },
);
// #endregion

// #region ask
ext.intercept("tool_call", async ({ tool_name, tool_args }, zot) => {
  const { command } = tool_args;
  if (tool_name !== "bash" || typeof command !== "string" || !command.includes("git push")) return;
  const panel = zot.openPanel({ title: "Push?", lines: [command], footer: "y or n" });
  for await (const { text } of panel) {
    if (text === "y") return;
    if (text === "n") break;
  }
  return { block: true, reason: "The user does not want to push now." };
});
// #endregion

// #region others
ext.intercept("turn_start", ({ step }) => {
  if (step > 50) return { block: true, reason: "Fifty steps are enough." };
});
ext.intercept("assistant_message", ({ text }) => ({
  replace_text: text.replaceAll("ß", "ss"),
}));
ext.intercept("before_agent_start", ({ system_prompt }) => ({
  system_prompt: `${system_prompt}\nAnswer in the language of the question.`,
}));
// #endregion
