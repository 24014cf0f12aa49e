import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file in one step: a reader sees the old one or the new one, never half. */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    // A process of the same number may have left one behind; what is there now must not be a link.
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode, flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
