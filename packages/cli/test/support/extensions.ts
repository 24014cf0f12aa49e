import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A whole extension without an SDK: it leaves a canary next to its folder when it runs. */
const PROGRAM = `
import { writeFileSync } from "node:fs";
writeFileSync(new URL("../ran-" + process.argv[2], import.meta.url), "");
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
const name = process.argv[2];
send({ type: "hello", name, version: "1.0.0", capabilities: ["commands", "tools"] });
send({ type: "register_command", name: name + "-hi", description: "Says hi" });
send({ type: "register_tool", name: name + "_echo", description: "Echoes", schema: { type: "object" } });
send({ type: "ready" });
process.stderr.write(name + " is up\\n");
let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const frame = JSON.parse(line);
    if (frame.type === "tool_call") {
      const content = [{ type: "text", text: JSON.stringify(frame.args) }];
      send({ type: "tool_result", id: frame.id, content });
    }
    if (frame.type === "command_invoked") {
      send({ type: "command_response", id: frame.id, action: "display", display: "hi " + frame.args });
    }
    if (frame.type === "shutdown") process.exit(0);
  }
});
process.stdin.on("end", () => process.exit(0));
`;

/** Writes an extension that works; `manifest` and `files` go on top. */
export async function writeExtension(
  dir: string,
  manifest: Record<string, unknown> & { name: string },
  files: Record<string, string> = {},
): Promise<string> {
  const whole = { version: "1.0.0", exec: "node", args: ["main.mjs", manifest.name], ...manifest };
  await writeFiles(dir, {
    "extension.json": `${JSON.stringify(whole, undefined, 2)}\n`,
    "main.mjs": PROGRAM,
    ...files,
  });
  return dir;
}

/** Whether the program of `writeExtension` was ever started. */
export function hasRun(dir: string, name: string): boolean {
  return existsSync(join(dir, "..", `ran-${name}`));
}

export async function writeFiles(dir: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(dir, path, ".."), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

/** Everything under a folder, to compare before and after: paths, modes, bytes, where links lead. */
export function snapshot(dir: string): Record<string, string> {
  const seen: Record<string, string> = {};
  const walk = (path: string) => {
    for (const name of readdirSync(join(dir, path)).toSorted()) {
      const inside = join(path, name);
      const stats = lstatSync(join(dir, inside));
      const mode = stats.mode.toString(8);
      if (stats.isDirectory()) {
        seen[inside] = `folder ${mode}`;
        walk(inside);
      } else if (stats.isSymbolicLink()) seen[inside] = `link ${readlinkSync(join(dir, inside))}`;
      else seen[inside] = `${mode} ${readFileSync(join(dir, inside), "base64")}`;
    }
  };
  walk("");
  return seen;
}
