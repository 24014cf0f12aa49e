import type {
  AssistantMessage,
  ModelClient,
  ModelRequest,
  ProviderError,
  StreamEvent,
} from "../../src/index.js";

export interface Collected {
  events: StreamEvent[];
  text: string;
  reasoning: string;
  last: StreamEvent;
  message: AssistantMessage;
  error: ProviderError | undefined;
}

/** Reads a stream to its end and checks what every stream promises. */
export async function collect(
  client: ModelClient,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Collected> {
  const events: StreamEvent[] = [];
  for await (const event of client.stream(request, signal)) events.push(event);
  const last = events.at(-1);
  if (last?.type !== "stop" && last?.type !== "error") {
    throw new Error(`the stream ended in ${last?.type ?? "nothing"}`);
  }
  const ends = events.filter(({ type }) => type === "stop" || type === "error");
  if (ends.length !== 1) throw new Error(`the stream ended ${ends.length} times`);
  return {
    events,
    text: join(events, "text_delta"),
    reasoning: join(events, "reasoning_delta"),
    last,
    message: last.message,
    error: last.type === "error" ? last.error : undefined,
  };
}

function join(events: StreamEvent[], type: "text_delta" | "reasoning_delta"): string {
  return events.map((event) => (event.type === type ? event.delta : "")).join("");
}

export const user = (text: string) => ({
  role: "user" as const,
  content: [{ type: "text" as const, text }],
});

export const hello = user("hello");
