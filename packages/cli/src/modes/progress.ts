import type { WorkspaceEvent } from "@zot/sdk";
import { visibleLine } from "@zot/tui/sanitize";
import { say } from "../output.js";

/** A wait shorter than this is over before anyone could read about it. */
const WORTH_TELLING_MS = 1_000;
const ARGS_SHOWN = 120;

const TOLD = new Set<WorkspaceEvent["type"]>(["tool_call", "tool_result", "compact_start"]);

/** Says on stderr what no event on stdout tells. */
export function tellTrouble(event: WorkspaceEvent): void {
  if (event.type === "retry" && event.delay_ms >= WORTH_TELLING_MS) {
    say(`zot: trying again in ${Math.round(event.delay_ms / 1000)} s: ${event.reason}`);
  }
  if (event.type === "assistant_message_blocked") {
    say(`zot: an extension withholds the answer: ${event.reason}`);
  }
  if (event.type === "compact_failed") {
    say(`zot: no room could be made in the context: ${event.message}`);
  }
}

/** Tells a person at the terminal what a run without a screen is doing, a line each. */
export function tellProgress(event: WorkspaceEvent): void {
  if (!TOLD.has(event.type) || !process.stderr.isTTY) return;
  if (event.type === "tool_call") {
    const args = visibleLine(JSON.stringify(event.args));
    const hidden = args.length - ARGS_SHOWN;
    const shown = hidden > 0 ? `${args.slice(0, ARGS_SHOWN)}… (${hidden} more characters)` : args;
    say(`• ${visibleLine(event.name)} ${shown}`);
  }
  if (event.type === "tool_result" && event.is_error) {
    const [first = { type: "text", text: "" }] = event.content;
    say(`  failed: ${first.type === "text" ? (first.text.split("\n")[0] ?? "") : first.type}`);
  }
  if (event.type === "compact_start") say("• making room in the context");
}
