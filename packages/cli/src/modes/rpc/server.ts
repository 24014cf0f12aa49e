import { timingSafeEqual } from "node:crypto";
import type { Line } from "@zot/protocol/lines";
import {
  decodeFromRpcClient,
  reasoningLevel,
  RPC_PROTOCOL_VERSION,
  toRpcRefusal,
  type FromRpcClient,
  type RpcImage,
} from "@zot/protocol/rpc";
import type { ReasoningLevel } from "@zot/providers";
import { VERSION } from "../../version.js";
import type { Runtime } from "../../wiring/runtime.js";
import { submitPrompt } from "../submit-prompt.js";
import type { LineOutput } from "../line-output.js";
import { toWireEvent, toWireMessage, toWireUsage } from "./to-wire.js";

type Command<Type extends FromRpcClient["type"]> = Extract<FromRpcClient, { type: Type }>;

/** What clients may call a reasoning level; vendors have three. */
const LEVELS: Record<string, ReasoningLevel | undefined> = {
  "": undefined,
  off: undefined,
  minimum: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

/** Answers the commands of one client. */
export class RpcServer {
  readonly #runtime: Runtime;
  readonly #output: LineOutput;
  #token: string | undefined;
  /** Prompts and compactions, one after the other. */
  #turns: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #answers = new Set<Promise<unknown>>();

  constructor(runtime: Runtime, output: LineOutput, token: string | undefined) {
    this.#runtime = runtime;
    this.#output = output;
    this.#token = token === "" ? undefined : token;
    runtime.agent.subscribe((event) => {
      const frame = toWireEvent(event);
      if (frame !== undefined) output.write(frame);
    });
  }

  /** Resolves when everything that was asked for is done. */
  async idle(): Promise<void> {
    await Promise.allSettled([this.#turns, ...this.#answers]);
  }

  /** Answers one line; `refused` means that this client is not to be served any further. */
  handle(line: Line): "refused" | undefined {
    if (!line.ok) {
      const message = line.problem === "too-long" ? "the line is too long" : "not valid UTF-8";
      this.#output.write(toRpcRefusal({ kind: "not-json", message }));
      return undefined;
    }
    const read = decodeFromRpcClient(line.text);
    if (this.#token !== undefined) return this.#authenticate(read.ok ? read.frame : undefined);
    if (read.ok) this.#answer(read.frame);
    else this.#output.write(toRpcRefusal(read.problem));
    return undefined;
  }

  #authenticate(command: FromRpcClient | undefined): "refused" | undefined {
    if (command?.type !== "hello") {
      const error = "auth required: send hello with token first";
      this.#fail(command ?? { type: "" }, error);
      return undefined;
    }
    if (!isSame(command.token ?? "", this.#token ?? "")) {
      this.#fail(command, "invalid token");
      return "refused";
    }
    this.#token = undefined;
    this.#answer(command);
    return undefined;
  }

  #answer(command: FromRpcClient): void {
    const { agent } = this.#runtime;
    switch (command.type) {
      case "hello":
        this.#succeed(command, {
          protocol_version: RPC_PROTOCOL_VERSION,
          version: VERSION,
          provider: agent.provider,
          model: agent.model,
        });
        break;
      case "ping":
        this.#succeed(command, { pong: true });
        break;
      case "prompt":
        this.#prompt(command);
        break;
      case "compact":
        this.#enqueue(() => agent.compact({ onStart: this.#onStart(command) }));
        break;
      case "abort":
        this.#succeed(command);
        agent.abort();
        break;
      case "get_state":
        this.#succeed(command, {
          provider: agent.provider,
          model: agent.model,
          cwd: this.#runtime.cwd,
          message_count: agent.messages.length,
          busy: this.#isBusy,
          reasoning: agent.reasoning ?? "",
          usage: toWireUsage(agent.usage),
        });
        break;
      case "get_messages":
        this.#succeed(command, { messages: agent.messages.map(toWireMessage) });
        break;
      case "get_models":
        this.#keep(this.#listModels(command));
        break;
      case "clear":
        if (this.#refuseIfBusy(command)) break;
        this.#keep(
          agent.clear().then(() => {
            this.#succeed(command);
          }),
        );
        break;
      case "set_model":
        if (!this.#refuseIfBusy(command)) this.#keep(this.#setModel(command));
        break;
      case "set_reasoning":
        if (!this.#refuseIfBusy(command)) this.#setReasoning(command);
        break;
    }
  }

  #prompt(command: Command<"prompt">): void {
    const images = (command.images ?? []).map(({ mime_type, data }: RpcImage) => {
      return { type: "image" as const, mime_type, data };
    });
    this.#enqueue(() =>
      submitPrompt(this.#runtime, command.message, {
        images,
        onStart: this.#onStart(command),
        emit: (frame) => {
          this.#output.write(frame);
        },
      }),
    );
  }

  async #listModels(command: Command<"get_models">): Promise<void> {
    const models = await this.#runtime.listModels();
    this.#succeed(command, {
      models: models.map(({ id, provider, context_window, max_output, reasoning }) => {
        return { id, provider, context_window, max_output, reasoning };
      }),
    });
  }

  async #setModel(command: Command<"set_model">): Promise<void> {
    const { agent } = this.#runtime;
    const found = await this.#runtime.switchModel(command.model);
    if (found) this.#succeed(command, { model: command.model });
    else this.#fail(command, `unknown model "${command.model}" (provider="${agent.provider}")`);
  }

  #setReasoning(command: Command<"set_reasoning">): void {
    const level = reasoningLevel(command) ?? "";
    if (!Object.hasOwn(LEVELS, level)) {
      this.#fail(command, `unknown reasoning level "${level}"`);
      return;
    }
    this.#runtime.agent.setReasoning(LEVELS[level]);
    this.#succeed(command, { reasoning: level });
  }

  #refuseIfBusy(command: FromRpcClient): boolean {
    const busy = this.#isBusy;
    if (busy) this.#fail(command, "agent is busy");
    return busy;
  }

  get #isBusy(): boolean {
    return this.#waiting > 0 || this.#runtime.agent.busy;
  }

  #enqueue(work: () => Promise<unknown>): void {
    // With nothing before it, it starts at once: its response precedes those to later commands.
    const turn = this.#waiting === 0 ? work() : this.#turns.then(work);
    this.#waiting += 1;
    this.#turns = turn.finally(() => {
      this.#waiting -= 1;
    });
  }

  #onStart(command: FromRpcClient): () => void {
    return () => {
      this.#succeed(command, { started: true });
    };
  }

  #keep(work: Promise<unknown>): void {
    this.#answers.add(work);
    void work.finally(() => this.#answers.delete(work));
  }

  #succeed(command: FromRpcClient, data?: unknown): void {
    this.#output.write({
      type: "response",
      command: command.type,
      success: true,
      ...(command.id === undefined ? {} : { id: command.id }),
      ...(data === undefined ? {} : { data }),
    });
  }

  #fail(command: { type: string; id?: string | number | undefined }, error: string): void {
    this.#output.write({
      type: "response",
      command: command.type,
      success: false,
      ...(command.id === undefined ? {} : { id: command.id }),
      error,
    });
  }
}

/** Tells nothing about the token through the time that it takes. */
function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
