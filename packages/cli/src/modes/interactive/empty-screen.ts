import type { App } from "./app.js";

/** Empties the screen of a conversation that is over, with the rows that its end has not drawn yet. */
export async function emptyScreen({ screen }: App): Promise<void> {
  // The frame is drawn in a microtask; rows that came after the clearing would stand on the empty screen.
  screen.requestRender({ now: true });
  await Promise.resolve();
  screen.clear();
}
