import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { extension } from "@zot/ext";
import { decodeFromExtension, type FromExtension } from "@zot/protocol";
import { expect, test } from "vitest";

interface Case {
  file: string;
  group: string;
  type: string;
  verdict: "valid" | "tolerated" | "ignored" | "invalid";
}

const corpus = new URL("../../protocol/corpus/v1/", import.meta.url);
const read = (file: string) => readFileSync(fileURLToPath(new URL(file, corpus)), "utf8");
const { cases } = JSON.parse(read("index.json")) as { cases: Case[] };
const ANSWERS: Record<string, string> = {
  tool_call: "tool_result",
  command_invoked: "command_response",
  event_intercept: "event_intercept_response",
};

/** Sends one frame to an extension that offers everything, then a call that must still work. */
async function send(line: string): Promise<FromExtension[]> {
  const frames: FromExtension[] = [];
  const probe = extension({ name: "probe" })
    .tool("probe", { description: "", run: () => "alive" })
    .on("turn_end", () => undefined)
    .intercept("tool_call", () => undefined);
  const answered = new Promise<void>((resolve) => {
    const connection = probe.connect({
      write(written) {
        const decoded = decodeFromExtension(written.trimEnd());
        expect(decoded).toMatchObject({ ok: true });
        if (!decoded.ok) return;
        frames.push(decoded.frame);
        if ("id" in decoded.frame && decoded.frame.id === "probe") resolve();
      },
      log: () => undefined,
      end: resolve,
    });
    connection.receive(line);
    setImmediate(() => {
      connection.receive('{"type":"tool_call","id":"probe","name":"probe","args":{}}');
    });
  });
  await answered;
  return frames.filter((frame) => "id" in frame && frame.id !== "probe");
}

const fromHost = cases.filter(({ group }) => group === "from-host");

test.each(fromHost)("it stands $file", async ({ file, type, verdict }) => {
  const content = JSON.parse(read(file)) as { id?: string };
  const answers = await send(JSON.stringify(content));
  const isAnswerable = verdict === "valid" || verdict === "tolerated";
  const expected = isAnswerable ? ANSWERS[type] : undefined;
  if (expected) expect(answers).toMatchObject([{ type: expected, id: content.id }]);
});
