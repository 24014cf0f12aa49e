import type { App } from "../app.js";

/** `/yolo`: switches between asking before each tool call and not asking. */
export function run(app: App): void {
  const { permissions } = app;
  permissions.yolo = !permissions.yolo;
  permissions.always.clear();
  app.notes.say(
    permissions.yolo ? "warn" : "success",
    permissions.yolo
      ? "tools run without asking now; /yolo switches back"
      : "zot asks before each tool call now; /yolo switches back",
  );
}
