import type { HostEvent, OpenPanel } from "@zot/sdk/extensions";
import type { Screen } from "./screen.js";

const PANEL_LINES = 30;

/** Shows what happens between zot and an extension. */
export function showEvent(event: HostEvent, screen: Screen): void {
  switch (event.type) {
    case "frame": {
      const { type, ...rest } = event.frame;
      const [mark, style] =
        event.direction === "in" ? (["←", "green"] as const) : (["→", "cyan"] as const);
      const fields = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
      screen.showShort(mark, `${type}${fields}`, style);
      break;
    }
    case "state":
      if (event.reason === undefined) screen.showShort("•", event.state, "bold");
      else screen.show("•", `${event.state}: ${event.reason}`, "yellow");
      break;
    case "fault":
      // Each kind once; a reload that failed is told with the reload itself.
      if (event.count === 1 && event.code !== "reload-failed")
        screen.show("!", event.message, "red");
      break;
    case "panels": {
      const focused = event.panels.at(-1);
      if (focused) screen.show("▒", renderPanel(focused));
      break;
    }
    default:
      // The rest is in the frames.
      break;
  }
}

function renderPanel({ id, title, lines = [], footer }: OpenPanel): string {
  const cut = lines.length > PANEL_LINES ? [`… ${lines.length - PANEL_LINES} more`] : [];
  return [title ?? id, ...lines.slice(0, PANEL_LINES), ...cut, ...(footer ? [footer] : [])].join(
    "\n",
  );
}
