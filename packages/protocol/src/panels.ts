import * as z from "zod";
import { frame, record } from "./frame.js";
import { PANEL_KEYS } from "./panel-keys.js";

const look = {
  lines: z.array(z.string()).optional().describe("the body, one entry for each line"),
  footer: z.string().optional().describe("a line below the body, such as the keys it knows"),
};
const panelId = z.string().min(1).describe("the panel");

/**
 * A panel as it opens.
 *
 * @example
 * panel.parse({ id: "todo", title: "Todo", lines: ["[ ] write the codec"] });
 */
export const panel = record({
  id: z.string().min(1).describe("the extension's own name for it"),
  title: z.string().optional().describe("above the body"),
  ...look,
}).describe("A panel as it opens.");

/**
 * Extension → host: opens a panel without a command having asked for one.
 *
 * @example
 * openPanel.parse({ type: "open_panel", panel: { id: "todo" } });
 */
export const openPanel = frame("open_panel", {
  panel: panel.describe("the panel to open"),
  parent_id: z
    .string()
    .optional()
    .describe(
      "the `event_intercept`, `tool_call` or `command_invoked` in which it is opened: that call's time stands still while the panel is open. Left out: the newest `event_intercept` that waits for this extension, if one does. Empty: it belongs to none",
    ),
}).describe("Opens a panel at any time: from a tool handler or in the background.");

/**
 * Extension → host: redraws an open panel. An empty or missing title keeps the old one.
 *
 * @example
 * panelRender.parse({ type: "panel_render", panel_id: "todo", lines: ["[x] write the codec"] });
 */
export const panelRender = frame("panel_render", {
  panel_id: panelId,
  title: z.string().optional().describe("an empty or missing one keeps the old"),
  ...look,
}).describe("Redraws an open panel.");

/**
 * Either way: the extension closes its panel, or the user or the host did.
 *
 * @example
 * panelClose.parse({ type: "panel_close", panel_id: "todo" });
 */
export const panelClose = frame("panel_close", { panel_id: panelId }).describe(
  "From the extension: closes the panel. From the host: the user closed it, or nobody waits any more for the call that it belongs to.",
);

/**
 * Host → extension: a key for the focused panel.
 *
 * @example
 * panelKey.parse({ type: "panel_key", panel_id: "todo", key: "rune", text: "x" });
 */
export const panelKey = frame("panel_key", {
  panel_id: panelId,
  key: z.string().describe(PANEL_KEYS.map((key) => `\`${key}\``).join(" ")),
  text: z.string().optional().describe("what was typed, with `rune`"),
}).describe("A key for the focused panel.");

/**
 * Host → extension, when the panel opens and whenever its room changes.
 *
 * @example
 * panelResize.parse({ type: "panel_resize", panel_id: "todo", width: 80, height: 24 });
 */
export const panelResize = frame("panel_resize", {
  panel_id: panelId,
  width: z.number().int().describe("columns for the body"),
  height: z.number().int().describe("lines for the body"),
}).describe("Sent when the panel opens and whenever its room changes.");

/**
 * @example
 * const todo: Panel = { id: "todo", title: "Todo", lines: [] };
 */
export type Panel = z.infer<typeof panel>;

/**
 * @example
 * const frame: OpenPanel = { type: "open_panel", panel: { id: "todo" } };
 */
export type OpenPanel = z.infer<typeof openPanel>;

/**
 * @example
 * const frame: PanelRender = { type: "panel_render", panel_id: "todo", lines: ["[x] done"] };
 */
export type PanelRender = z.infer<typeof panelRender>;

/**
 * @example
 * const frame: PanelClose = { type: "panel_close", panel_id: "todo" };
 */
export type PanelClose = z.infer<typeof panelClose>;

/**
 * @example
 * const typed = (pressed: PanelKey) => (pressed.key === "rune" ? pressed.text : undefined);
 */
export type PanelKey = z.infer<typeof panelKey>;

/**
 * @example
 * const columns = (room: PanelResize) => room.width;
 */
export type PanelResize = z.infer<typeof panelResize>;
