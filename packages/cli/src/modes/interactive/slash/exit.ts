import type { App } from "../app.js";

export function run(app: App): void {
  app.exit();
}
