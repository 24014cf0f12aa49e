import type {
  CommandInvoked,
  CommandResponse,
  EventIntercept,
  EventInterceptResponse,
  FrameProblem,
  FromHost,
  ToolCall,
  ToolResultFromExtension,
} from "@zot/protocol";
import { PendingCalls, type ParentCall, type Reply, type WaitOptions } from "./pending-calls.js";
import type { ToolReply } from "./result-files.js";

/** The process that requests go to. */
interface Peer {
  readonly capabilities: ReadonlySet<string>;
  /** False when it can't be reached any more. */
  send(frame: FromHost): boolean;
}

type ReplyFrame = ToolResultFromExtension | CommandResponse | EventInterceptResponse;

/** The capability that an extension declares if it understands the cancel frame. */
const CAPABILITIES = {
  tool_cancel: "tool_cancel",
  command_cancel: "command_cancel",
  event_intercept_cancel: "intercept_cancel",
} as const;

/** The requests to one process of an extension, and the replies to them. */
export class Requests {
  readonly tools = new PendingCalls<ToolReply>();
  readonly commands = new PendingCalls<CommandResponse>({ panelsStay: true });
  readonly intercepts = new PendingCalls<EventInterceptResponse>();
  readonly #peer: Peer;

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  callTool(frame: ToolCall, wait: WaitOptions): Promise<Reply<ToolReply>> {
    return this.#request(this.tools, frame, wait, "tool_cancel");
  }

  invokeCommand(frame: CommandInvoked, wait: WaitOptions): Promise<Reply<CommandResponse>> {
    return this.#request(this.commands, frame, wait, "command_cancel");
  }

  intercept(frame: EventIntercept, wait: WaitOptions): Promise<Reply<EventInterceptResponse>> {
    return this.#request(this.intercepts, frame, wait, "event_intercept_cancel");
  }

  /** False when nobody waits for it. */
  settle(frame: ReplyFrame): boolean {
    switch (frame.type) {
      case "tool_result":
        return this.tools.settle(frame.id, { ok: true, frame });
      case "command_response":
        return this.commands.settle(frame.id, { ok: true, frame });
      case "event_intercept_response":
        return this.intercepts.settle(frame.id, { ok: true, frame });
    }
  }

  /** A reply that can't be read still answers its call. */
  settleUnreadable({ type, id: given, value }: FrameProblem): void {
    if (given === undefined) return;
    const id = String(given);
    const detail = typeof value?.error === "string" ? value.error : "";
    const failure = { ok: false, why: "unreadable", ...(detail === "" ? {} : { detail }) } as const;
    if (type === "tool_result") this.tools.settle(id, failure);
    if (type === "command_response") this.commands.settle(id, failure);
    if (type === "event_intercept_response") this.intercepts.settle(id, failure);
  }

  /** The call that a panel belongs to; `over` when nobody waits for that one any more. */
  parentOf(id: string | undefined): ParentCall | "over" | undefined {
    if (id === undefined) return this.intercepts.newest();
    if (id === "") return undefined;
    return this.intercepts.get(id) ?? this.tools.get(id) ?? this.commands.get(id) ?? "over";
  }

  /** It wanted to ask the user, and they were not asked; whatever it waits for with that. */
  failQuestions(): void {
    this.intercepts.failQuestions();
  }

  /** The process is gone: every call fails, and every later one too. */
  close(): void {
    this.tools.close();
    this.commands.close();
    this.intercepts.close();
  }

  /** Sends the request and waits; one that is given up is cancelled where the extension understands that. */
  async #request<Frame>(
    calls: PendingCalls<Frame>,
    frame: FromHost & { id: string },
    wait: WaitOptions,
    cancel: keyof typeof CAPABILITIES,
  ): Promise<Reply<Frame>> {
    const { id } = frame;
    const answer = calls.wait(id, wait);
    if (!this.#peer.send(frame)) calls.settle(id, { ok: false, why: "disconnected" });
    const reply = await answer;
    const isLate = !reply.ok && (reply.why === "timeout" || reply.why === "aborted");
    if (isLate && this.#peer.capabilities.has(CAPABILITIES[cancel])) {
      this.#peer.send({ type: cancel, id });
    }
    return reply;
  }
}
