// Looks at what a killed run left: everything it called safe must be there, and work must go on.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Agent, SessionStore } from "@zot/core";
import { openClient } from "@zot/providers";
import { markTool, textOf } from "./mark-tool.mjs";

/** Returns what is wrong, and counts. */
export async function inspect(home, lines) {
  const problems = [];
  const counts = { safe: 0, sessions: 0, torn: 0, interrupted: 0 };
  const store = new SessionStore({ home, cwd: "/sweep" });
  const ledger = join(home, "ledger");
  const marks = () => (existsSync(ledger) ? readFileSync(ledger, "utf8").trim().split("\n") : []);
  const safe = lines.filter((line) => line.safe !== undefined);
  counts.safe = safe.length;
  const before = marks().length;
  for (const { path } of store.list()) {
    counts.sessions += 1;
    const session = store.open(path);
    if (session.cut > 0) counts.torn += 1;
    if (session.damage.length > 0) problems.push(`damage: ${JSON.stringify(session.damage)}`);
    problems.push(...unpaired(session.messages));
    const interrupted = JSON.stringify(session.messages).includes("interrupted; effects unknown");
    if (interrupted) counts.interrupted += 1;
    const { messages, usage } = session;
    const client = await openClient({ provider: "offline", env: {} });
    const tools = [markTool(ledger)];
    const agent = new Agent({ client, model: "offline", tools, messages, usage, journal: session });
    const { stop, error } = await agent.prompt("go on");
    if (stop !== "end") problems.push(`does not go on: ${stop} ${error}`);
    await session.close();
    problems.push(
      ...lost(
        path,
        safe.filter((line) => line.path === path),
      ),
    );
  }
  for (const { path } of safe) if (!existsSync(path)) problems.push(`gone: ${path}`);
  const after = marks();
  if (after.length !== before) problems.push("a tool ran by itself after the resume");
  if (new Set(after).size !== after.length) problems.push(`a tool ran twice: ${after}`);
  rmSync(home, { recursive: true, force: true });
  return { problems, counts };
}

function lost(path, safe) {
  const records = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const messages = records.flatMap((record) =>
    record.type === "message" ? [record.message] : (record.messages ?? []),
  );
  const texts = new Set(messages.filter(({ role }) => role === "user").map(textOf));
  const results = new Set(
    [
      ...messages.filter(({ role }) => role === "tool").flatMap(({ content }) => content),
      ...records.filter(({ type }) => type === "tool_result").map(({ result }) => result),
    ].map(textOf),
  );
  const count = (role) =>
    records.filter(({ type, message }) => type === "message" && message.role === role).length;
  const said = (kind) => safe.filter((line) => line.safe === kind);
  const problems = [];
  for (const { text } of said("user")) if (!texts.has(text)) problems.push(`lost prompt: ${text}`);
  for (const { text } of said("result"))
    if (!results.has(text)) problems.push(`lost result: ${text}`);
  if (count("assistant") < said("assistant").length) problems.push("lost an answer");
  const compactions = records.filter(({ type }) => type === "compaction").length;
  if (compactions < said("compaction").length) problems.push("lost a compaction");
  return problems;
}

function unpaired(messages) {
  return messages.flatMap((message, index) => {
    const next = messages[index + 1];
    const calls = message.content.filter(({ type }) => type === "tool_call").map(({ id }) => id);
    if (calls.length === 0) return [];
    const results = next?.role === "tool" ? next.content.map(({ call_id }) => call_id) : [];
    return calls.every((id) => results.includes(id)) ? [] : [`a call without a result: ${calls}`];
  });
}
