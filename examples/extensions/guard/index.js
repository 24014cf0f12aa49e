import { extension } from "@zot/ext";
import { findDanger } from "./danger.js";

const guard = extension({ name: "guard", version: "1.0.0" });

for (const event of ["session_start", "turn_start", "tool_call", "turn_end"]) {
  guard.on(event, ({ step, tool_name, tool_args, stop }, zot) => {
    const what = tool_name ? `${tool_name} ${JSON.stringify(tool_args)}` : (stop ?? step ?? "");
    zot.log(`${new Date().toISOString()} ${event} ${what}`.trim());
  });
}

guard
  .intercept(
    "tool_call",
    ({ tool_name, tool_args }, zot) => {
      const danger = findDanger(tool_args?.command);
      if (!danger) return undefined;
      zot.log(`${new Date().toISOString()} refused ${tool_name}: ${danger}`);
      zot.notify("warn", `refused: ${tool_args.command}`);
      return { block: true, reason: `guard refuses ${danger}. Ask the user to run it by hand.` };
    },
    // When this process hangs or dies, nothing may slip through.
    { on_failure: "deny" },
  )
  .run();
