import * as z from "zod";
import { frame, record } from "./frame.js";

/** The keys that a focused panel gets; a `rune` carries what was typed in `text`. */
export const PANEL_KEYS = [
  "up",
  "down",
  "left",
  "right",
  "enter",
  "esc",
  "tab",
  "pageup",
  "pagedown",
  "home",
  "end",
  "backspace",
  "delete",
  "rune",
] as const;
export type PanelKeyName = (typeof PANEL_KEYS)[number];

const look = {
  title: z.string().optional(),
  lines: z.array(z.string()).optional(),
  footer: z.string().optional(),
};

/** A panel as it opens. */
export const panel = record({ id: z.string().min(1), ...look });

/** Extension → host: opens a panel without a command having asked for one. */
export const openPanel = frame("open_panel", { panel });

/** Extension → host: redraws an open panel. An empty or missing title keeps the old one. */
export const panelRender = frame("panel_render", { panel_id: z.string(), ...look });

/** Either way: the extension closes its panel, or the user did. */
export const panelClose = frame("panel_close", { panel_id: z.string() });

/** Host → extension. */
export const panelKey = frame("panel_key", {
  panel_id: z.string(),
  key: z.string(),
  text: z.string().optional(),
});

/** Host → extension, when the panel opens and whenever its room changes. */
export const panelResize = frame("panel_resize", {
  panel_id: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

export type Panel = z.infer<typeof panel>;
export type OpenPanel = z.infer<typeof openPanel>;
export type PanelRender = z.infer<typeof panelRender>;
export type PanelClose = z.infer<typeof panelClose>;
export type PanelKey = z.infer<typeof panelKey>;
export type PanelResize = z.infer<typeof panelResize>;
