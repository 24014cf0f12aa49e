import { timingSafeEqual } from "node:crypto";
import type { Line } from "@zot/protocol/lines";
import {
  decodeFromRpcClient,
  type Decoded,
  reasoningLevel,
  RPC_PROTOCOL_VERSION,
  toRpcRefusal,
  type FromRpcClient,
  type RpcImage,
} from "@zot/protocol/rpc";
import { REASONING_NAMES, type Workspace } from "@zot/sdk";
import { VERSION } from "../../version.js";
import type { LineOutput } from "../line-output.js";
import { toWireEvent, toWireMessage, toWireUsage } from "./to-wire.js";

type Command<Type extends FromRpcClient["type"]> = Extract<FromRpcClient, { type: Type }>;

/** What names a command in its response, also one that could not be read. */
interface Asked {
  type: string;
  id?: string | number | undefined;
}

/** Answers the commands of one client. */
export class RpcServer {
  readonly #workspace: Workspace;
  readonly #output: LineOutput;
  #token: string | undefined;
  /** Set while an answer takes its time; what is read meanwhile is answered after it. */
  #answering: Promise<void> | undefined;

  constructor(workspace: Workspace, output: LineOutput, token: string | undefined) {
    this.#workspace = workspace;
    this.#output = output;
    this.#token = token === "" ? undefined : token;
    workspace.subscribe((event) => {
      const frame = toWireEvent(event);
      if (frame !== undefined) output.write(frame);
    });
  }

  /** Resolves when everything that was asked for is done. */
  async idle(): Promise<void> {
    while (this.#answering !== undefined) await this.#answering;
    await this.#workspace.agent.idle();
  }

  /** Stops what runs; what waits is answered and never starts. */
  stop(): void {
    this.#workspace.agent.abort({ queue: true });
  }

  /** Answers one line; `refused` means that this client is not to be served any further. */
  handle(line: Line): "refused" | undefined {
    const answer =
      this.#answering === undefined
        ? this.#read(line)
        : this.#answering.then(async () => {
            await this.#read(line);
          });
    if (answer === "refused" || answer === undefined) return answer;
    const answering = answer.finally(() => {
      if (this.#answering === answering) this.#answering = undefined;
    });
    this.#answering = answering;
    return undefined;
  }

  #read(line: Line): "refused" | Promise<void> | undefined {
    if (!line.ok) {
      const message = line.problem === "too-long" ? "the line is too long" : "not valid UTF-8";
      this.#output.write(toRpcRefusal({ kind: "not-json", message }));
      return undefined;
    }
    const read = decodeFromRpcClient(line.text);
    if (this.#token !== undefined) return this.#authenticate(read);
    if (read.ok) return this.#answer(read.frame);
    this.#output.write(toRpcRefusal(read.problem));
    return undefined;
  }

  #authenticate(read: Decoded<FromRpcClient>): "refused" | undefined {
    if (!read.ok || read.frame.type !== "hello") {
      const { type = "", id } = read.ok ? read.frame : read.problem;
      this.#fail({ type, id }, "auth required: send hello with token first");
      return undefined;
    }
    const command = read.frame;
    if (!isSameToken(command.token ?? "", this.#token ?? "")) {
      this.#fail(command, "invalid token");
      return "refused";
    }
    this.#token = undefined;
    void this.#answer(command);
    return undefined;
  }

  /** Answers a command: at once, or with a promise that never rejects. */
  #answer(command: FromRpcClient): Promise<void> | undefined {
    const { agent } = this.#workspace;
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
        this.#enqueue(command, (onStart) => agent.compact({ onStart }));
        break;
      case "abort":
        this.#succeed(command);
        agent.abort();
        break;
      case "get_state":
        this.#succeed(command, {
          provider: agent.provider,
          model: agent.model,
          cwd: this.#workspace.cwd,
          message_count: agent.messages.length,
          busy: agent.busy,
          reasoning: agent.reasoning ?? "",
          usage: toWireUsage(agent.usage),
        });
        break;
      case "get_messages":
        this.#succeed(command, { messages: agent.messages.map(toWireMessage) });
        break;
      case "get_models":
        this.#listModels(command);
        break;
      case "clear":
        if (!this.#refuseIfBusy(command)) return this.#orFail(command, this.#clear(command));
        break;
      case "set_model":
        if (!this.#refuseIfBusy(command)) return this.#orFail(command, this.#setModel(command));
        break;
      case "set_reasoning":
        if (!this.#refuseIfBusy(command)) this.#setReasoning(command);
        break;
    }
    return undefined;
  }

  /** Whatever goes wrong, the client hears of it, and the process goes on. */
  async #orFail(command: FromRpcClient, answer: Promise<void>): Promise<void> {
    try {
      await answer;
    } catch (error) {
      this.#fail(command, error instanceof Error ? error.message : String(error));
    }
  }

  #prompt(command: Command<"prompt">): void {
    const images = (command.images ?? []).map(({ mime_type, data }: RpcImage) => {
      return { type: "image" as const, mime_type, data };
    });
    this.#enqueue(command, (onStart) =>
      this.#workspace.prompt(command.message, { images, onStart }),
    );
  }

  async #clear(command: Command<"clear">): Promise<void> {
    const { error } = await this.#workspace.agent.clear();
    if (error === undefined) this.#succeed(command);
    else this.#fail(command, error);
  }

  #listModels(command: Command<"get_models">): void {
    const { models, agent } = this.#workspace;
    this.#succeed(command, {
      models: models.catalog
        .listModels(agent.provider)
        .map(({ id, provider, context_window, max_output, reasoning }) => {
          return { id, provider, context_window, max_output, reasoning };
        }),
    });
  }

  async #setModel(command: Command<"set_model">): Promise<void> {
    const { agent, models, model } = this.#workspace;
    const found = models.catalog.findModel(model.provider, command.model);
    if (found === undefined) {
      this.#fail(command, `unknown model "${command.model}" (provider="${agent.provider}")`);
      return;
    }
    await this.#workspace.switchModel(found, agent.client);
    this.#succeed(command, { model: command.model });
  }

  #setReasoning(command: Command<"set_reasoning">): void {
    const level = reasoningLevel(command) ?? "";
    if (!REASONING_NAMES.has(level)) {
      this.#fail(command, `unknown reasoning level "${level}"`);
      return;
    }
    this.#workspace.agent.setReasoning(REASONING_NAMES.get(level));
    this.#succeed(command, { reasoning: level });
  }

  #refuseIfBusy(command: FromRpcClient): boolean {
    const { busy } = this.#workspace.agent;
    if (busy) this.#fail(command, "agent is busy");
    return busy;
  }

  /** Prompts and compactions wait in the agent's queue; one that is dropped from it is answered as well. */
  #enqueue(command: FromRpcClient, run: (onStart: () => void) => Promise<unknown>): void {
    let isStarted = false;
    const onStart = () => {
      isStarted = true;
      this.#succeed(command, { started: true });
    };
    void run(onStart).then(() => {
      if (!isStarted) this.#fail(command, "not started: zot is about to end");
    });
  }

  #succeed(command: FromRpcClient, data?: unknown): void {
    this.#respond(command, true, data === undefined ? {} : { data });
  }

  #fail(command: Asked, error: string): void {
    this.#respond(command, false, { error });
  }

  #respond({ type, id }: Asked, success: boolean, rest: { data?: unknown; error?: string }): void {
    const ours = id === undefined ? {} : { id };
    this.#output.write({ type: "response", command: type, success, ...ours, ...rest });
  }
}

/** Tells nothing about the token through the time that it takes. */
function isSameToken(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
