/** A block as the Go zot takes it: what it is follows from the fields that are there, never from `type`. */
type Block = Record<string, unknown> & { kind: "reasoning" | "call" | "result" | "image" | "text" };

interface Transcript {
  meta: Record<string, unknown>;
  title: unknown;
  cost: number;
  messages: { role: unknown; content: Block[]; meta: unknown; added: unknown }[];
}

type Json = Record<string, unknown>;

/**
 * Reads a session as the Go zot does: records that it does not know are skipped, the last compaction
 * takes the place of all before it.
 */
export function readAsGo(file: string): Transcript {
  const seen: Transcript = { meta: {}, title: undefined, cost: 0, messages: [] };
  for (const line of file.split("\n").filter((text) => text !== "")) {
    const record = JSON.parse(line) as Json;
    if (record.type === "meta") seen.meta = record.meta as Json;
    if (record.type === "rename") seen.title = record.title;
    if (record.type === "usage") seen.cost = (record.cumulative as { cost_usd: number }).cost_usd;
    if (record.type === "message") seen.messages.push(readMessage(record.message as Json));
    if (record.type === "compaction") seen.messages = (record.messages as Json[]).map(readMessage);
  }
  return seen;
}

function readMessage({ role, content, meta, added_tool_names: added }: Json) {
  return { role, meta, added, content: (content as Json[]).map(readBlock) };
}

function readBlock(raw: Json): Block {
  const has = (name: string) => typeof raw[name] === "string" && raw[name] !== "";
  const pick = (kind: Block["kind"], ...names: string[]): Block => ({
    kind,
    ...Object.fromEntries(names.map((name) => [name, raw[name]])),
  });
  if (["reasoning_id", "summary", "encrypted_content"].some(has)) {
    return pick("reasoning", "reasoning_id", "encrypted_content");
  }
  if (has("id") && has("name")) return pick("call", "id", "name", "arguments", "server");
  if (has("call_id")) {
    const content = ((raw.content ?? []) as Json[]).map((inner) =>
      inner.mime_type ? [inner.mime_type, inner.data] : [inner.text, inner.format],
    );
    return { ...pick("result", "call_id", "is_error"), content };
  }
  if (has("mime_type")) return pick("image", "mime_type", "data", "thought_signature");
  return pick("text", "text", "thought_signature");
}
