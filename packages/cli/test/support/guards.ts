import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeExtension } from "./extensions.js";

const WIRE = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
const file = (name) => new URL(name, import.meta.url);
const when = (name, work) => {
  const timer = setInterval(() => {
    if (!existsSync(file(name))) return;
    clearInterval(timer);
    work();
  }, 20);
};
const serve = (handlers) => {
  let rest = "";
  process.stdin.on("data", (bytes) => {
    const lines = (rest + bytes).split("\\n");
    rest = lines.pop();
    for (const frame of lines.map((line) => JSON.parse(line))) {
      if (frame.type === "shutdown") process.exit(0);
      handlers[frame.type]?.(frame);
    }
  }).on("end", () => process.exit(0));
};
`;

/** Says nothing before the file \`go\` is in its folder; then it guards, and allows only if the file says so. */
const SLOW = `${WIRE}
when("go", () => {
  send({ type: "hello", name: "guard", version: "1" });
  send({ type: "subscribe", intercept: ["tool_call"] });
  send({ type: "ready" });
});
serve({
  event_intercept({ id, tool_name, origin_extension }) {
    console.error("asked about " + tool_name + " of " + (origin_extension ?? "the model"));
    const isFree = readFileSync(file("go"), "utf8") === "allow";
    const refusal = { block: true, reason: "guard says no" };
    send({ type: "event_intercept_response", id, ...(isFree ? {} : refusal) });
  },
});`;

/** The same, but its first process dies at once. */
const CRASHES_ONCE = SLOW.replace(
  'when("go"',
  'if (!existsSync(file("crashed"))) { writeFileSync(file("crashed"), ""); process.exit(1); }\nwhen("go"',
);

/** Calls bash as soon as it may, and tells the user what came of it. */
const callerOf = (command: string) => `${WIRE}
send({ type: "hello", name: "caller", version: "1", capabilities: ["call_tool"] });
send({ type: "call_tool", id: "early", name: "bash", args: { command: ${JSON.stringify(command)} } });
send({ type: "ready" });
serve({
  tool_result: ({ content }) => send({ type: "notify", level: "info", message: content[0].text }),
});`;

export interface SlowGuard {
  dir: string;
  /** Lets it say hello, and what it then thinks of every call. */
  go: (opinion?: "allow" | "block") => void;
}

/** A guard that keeps everybody waiting. */
export async function writeSlowGuard(
  dir: string,
  manifest: Record<string, unknown> = {},
  program: "slow" | "crashes once" = "slow",
): Promise<SlowGuard> {
  const files = { "main.mjs": program === "slow" ? SLOW : CRASHES_ONCE };
  await writeExtension(dir, { name: "guard", ...manifest }, files);
  return {
    dir,
    go: (opinion = "block") => {
      writeFileSync(join(dir, "go"), opinion);
    },
  };
}

export async function writeCaller(dir: string, command: string): Promise<void> {
  await writeExtension(dir, { name: "caller" }, { "main.mjs": callerOf(command) });
}
