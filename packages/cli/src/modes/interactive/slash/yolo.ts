import type { App } from "../app.js";

/** `/yolo`: switches between asking before each tool call and not asking. */
export function run(app: App): void {
  const { permissions } = app.workspace;
  const isAsking = permissions.mode === "yolo";
  permissions.mode = isAsking ? "ask" : "yolo";
  app.notes.say(
    isAsking ? "success" : "warn",
    isAsking
      ? "zot asks before each tool call now; /yolo switches back"
      : "tools run without asking now; /yolo switches back",
  );
}
