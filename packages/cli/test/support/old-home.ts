import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const golden = fileURLToPath(new URL("../fixtures/go-zot-home/", import.meta.url));

/** Fills a `$ZOT_HOME` with what the Go zot leaves there, for a working folder and a model server. */
export function fillOldHome(
  home: string,
  { cwd, baseUrl }: { cwd: string; baseUrl: string },
): void {
  cpSync(golden, home, { recursive: true });
  chmodSync(join(home, "auth.json"), 0o600);
  edit(join(home, "models.json"), "BASE_URL", baseUrl);
  const hash = createHash("sha256").update(cwd).digest("hex").slice(0, 16);
  const names = readdirSync(join(home, "sessions"));
  mkdirSync(join(home, "sessions", hash));
  for (const [age, name] of names.toReversed().entries()) {
    const path = join(home, "sessions", hash, name);
    renameSync(join(home, "sessions", name), path);
    edit(path, "CWD", cwd);
    utimesSync(path, 1_000 + age, 1_000 + age);
  }
}

/** The session that was written to last. */
export function lastSession(home: string, cwd: string): string {
  const hash = createHash("sha256").update(cwd).digest("hex").slice(0, 16);
  return join(home, "sessions", hash, "20260301-091500-6f1c2c0e.jsonl");
}

function edit(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(from, to));
}
