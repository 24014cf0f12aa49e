import type { Message, Model, ModelClient, ReasoningLevel, ToolCallBlock } from "@zot/providers";
import type { AgentOptions, PromptContent, PromptOptions } from "./agent-options.js";
import { compact, contextTokens, FULL } from "../compaction.js";
import type { UsageTotals } from "../cost.js";
import { messageOf } from "../errors.js";
import type { AgentEvent } from "./events.js";
import { runLoop } from "./loop.js";
import { JobQueue, type Job, type PromptQueue } from "./queue.js";
import type { Outcome, Run, Setup } from "./run.js";
import { runCall } from "./tool-calls.js";
import { failed, type Tool, type ToolResult } from "../tools/tool.js";
import { Transcript } from "./transcript.js";
import { shownOf, userMessage } from "./user-message.js";

const DEFAULT_MAX_STEPS = 50;
type Work = (signal: AbortSignal) => Promise<Outcome>;

/**
 * A conversation with a model that can use tools. It works on one prompt at a time; further ones
 * wait their turn.
 *
 * @example
 * const agent = new Agent({ client, model: "offline", tools: [dice] });
 * agent.subscribe((event) => console.log(event.type));
 * const { stop } = await agent.prompt("Roll a die");
 */
export class Agent {
  readonly #setup: Setup;
  readonly #transcript: Transcript;
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  readonly #jobs = new JobQueue((event) => {
    this.#emit(event);
  });

  constructor(options: AgentOptions) {
    const { model } = options;
    this.#setup = {
      client: options.client,
      model: typeof model === "string" ? model : model.id,
      modelInfo: typeof model === "string" ? undefined : model,
      reasoning: options.reasoning,
      system: options.system ?? "",
      tools: byName(options.tools ?? []),
      hooks: options.hooks ?? [],
      cwd: options.cwd ?? process.cwd(),
      maxSteps: options.maxSteps ?? DEFAULT_MAX_STEPS,
      compactAt: options.compactAt ?? FULL,
      pace: options.pace,
      whenReady: options.whenReady,
      ask: options.ask,
    };
    this.#transcript = new Transcript({
      messages: options.messages,
      usage: options.usage,
      lastUsage: options.lastUsage,
      journal: options.journal,
      onSaveFailed: (message) => {
        this.#emit({ type: "save_failed", message });
      },
    });
  }

  get messages(): readonly Message[] {
    return this.#transcript.messages;
  }

  /** Everything so far, over all models. */
  get usage(): UsageTotals {
    return this.#transcript.usage;
  }

  /** About how many tokens of the window the transcript takes. */
  get contextTokens(): number {
    return contextTokens({ transcript: this.#transcript });
  }

  /** Whether something runs, or would if all that it needs were there. */
  get busy(): boolean {
    return this.#jobs.busy;
  }

  /** Whether it is past waiting for that. */
  get isRunning(): boolean {
    return this.#jobs.isRunning;
  }

  /** The prompts and messages that wait. */
  get queue(): PromptQueue {
    return this.#jobs;
  }

  get client(): ModelClient {
    return this.#setup.client;
  }

  get provider(): string {
    return this.#setup.client.provider;
  }

  get model(): string {
    return this.#setup.model;
  }

  /** What is known of the model, if it was given with its price and its window. */
  get modelInfo(): Model | undefined {
    return this.#setup.modelInfo;
  }

  get tools(): readonly Tool[] {
    return [...this.#setup.tools.values()];
  }

  /** Calls back for every event, in order, until the function that it returns is called. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Sends a message and works until the model stops. Waits behind a running prompt; `onStart` is
   * called when its turn comes. Never rejects: how it ended is in the outcome. `typed` is what of it the user typed: a
   * text is that as a whole, blocks are not, unless this says otherwise. The offline model follows nothing else.
   * `prepare` is asked once its turn came and all is in place: for what to send instead, or for how it ended without the model.
   */
  prompt(content: PromptContent, options: PromptOptions = {}): Promise<Outcome> {
    const work = async (signal: AbortSignal) => {
      const prepared = await options.prepare?.(signal);
      if (signal.aborted) return { stop: "aborted" as const };
      if (typeof prepared === "object" && "stop" in prepared) return prepared;
      const message =
        prepared === undefined ? userMessage(content, options.typed) : userMessage(prepared, "");
      await this.#transcript.append(message);
      this.#emit({ type: "user_message", content: message.content, time: message.time });
      return this.#start(signal, runLoop);
    };
    return this.#add({
      shown: { kind: "prompt", ...shownOf(content, options.typed) },
      work,
      ...options,
    });
  }

  /** Works on from the transcript as it is: after a failed turn, say, with another model. */
  retry(options: { client?: ModelClient; model?: string | Model } = {}): Promise<Outcome> {
    const work = async (signal: AbortSignal) => {
      if (options.model !== undefined) await this.setModel(options.model, options.client);
      return this.#start(signal, runLoop);
    };
    return this.#add({ work });
  }

  /** Puts a message in before the next step of the running prompt. When idle it is a prompt. */
  steer(content: PromptContent, options: { typed?: string } = {}): Promise<Outcome> | undefined {
    if (!this.busy) return this.prompt(content, options);
    this.#jobs.steer(userMessage(content, options.typed), shownOf(content, options.typed));
    return undefined;
  }

  /** Stops the running prompt at once. Those that wait go on, unless `queue` drops them too. */
  abort(options: { queue?: boolean } = {}): void {
    this.#jobs.abort({ waiting: options.queue === true });
  }

  /** Takes effect with the next request. */
  async setModel(model: string | Model, client?: ModelClient): Promise<void> {
    const setup = this.#setup;
    setup.client = client ?? setup.client;
    setup.model = typeof model === "string" ? model : model.id;
    setup.modelInfo = typeof model === "string" ? undefined : model;
    await this.#transcript.recordModel(setup.client.provider, setup.model);
  }

  /** Takes effect with the next request. */
  setTools(tools: readonly Tool[]): void {
    this.#setup.tools = byName(tools);
  }

  setReasoning(level: ReasoningLevel | undefined): void {
    this.#setup.reasoning = level;
  }

  get reasoning(): ReasoningLevel | undefined {
    return this.#setup.reasoning;
  }

  setSystem(system: string): void {
    this.#setup.system = system;
  }

  /**
   * Sums up all but the last messages, after what is running. Aborted or failed, it leaves the transcript
   * as it was.
   */
  compact(options: { onStart?: () => void } = {}): Promise<Outcome> {
    const work = (signal: AbortSignal) =>
      this.#start(signal, async (run) => {
        try {
          await compact(run, { automatic: false });
          return { stop: "end" };
        } catch (error) {
          if (!signal.aborted) throw error;
          return { stop: "aborted" };
        }
      });
    return this.#add({ shown: { kind: "compact", ...shownOf([]) }, work, ...options });
  }

  /** Forgets the conversation, after what is running. What it cost is kept. */
  clear(): Promise<Outcome> {
    const work = async (): Promise<Outcome> => {
      await this.#transcript.clear();
      return { stop: "end" };
    };
    return this.#jobs.add({ work, silent: true });
  }

  /**
   * Runs a tool for somebody else than the model, who is `origin`, past the same hooks and the same questions to the
   * user; hooks and tool get `caller` as it is. It does not wait for a running prompt, and the transcript does not show it.
   * Never rejects.
   */
  async runTool(
    call: Omit<ToolCallBlock, "type">,
    signal: AbortSignal,
    { origin, caller }: { origin?: string; caller?: unknown } = {},
  ): Promise<ToolResult> {
    const emit = (event: AgentEvent) => {
      // Nobody was told of a call that this could be the start or the progress of.
      if (event.type !== "tool_start" && event.type !== "tool_progress") this.#emit(event);
    };
    try {
      await this.#setup.whenReady?.(signal);
    } catch (error) {
      return failed(messageOf(error));
    }
    const run = { setup: this.#setup, signal, emit, origin, caller };
    return runCall(run, { type: "tool_call", ...call });
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    await this.#jobs.idle();
  }

  /** Queues work that may begin only when what must be in place is there. */
  #add({
    shown,
    onStart,
    work,
  }: Pick<Job, "shown" | "onStart"> & { work: Work }): Promise<Outcome> {
    const readyWork: Job["work"] = async (signal, begin) => {
      const waiting = this.#setup.whenReady?.(signal);
      if (waiting !== undefined) await waiting;
      if (signal.aborted) return { stop: "aborted" };
      begin();
      return work(signal);
    };
    return this.#jobs.add({ ...(shown && { shown }), work: readyWork, onStart });
  }

  async #start(signal: AbortSignal, work: (run: Run) => Promise<Outcome>): Promise<Outcome> {
    await this.#transcript.flush();
    let system = this.#setup.system;
    for (const hook of this.#setup.hooks) {
      system = (await hook.beforeAgentStart?.(system, signal)) ?? system;
    }
    const run: Run = {
      setup: this.#setup,
      system,
      transcript: this.#transcript,
      signal,
      emit: (event) => {
        this.#emit(event);
      },
      takeSteering: () => this.#jobs.takeSteering(),
      hasSteering: () => this.#jobs.hasSteering,
    };
    return work(run);
  }

  #emit(event: AgentEvent): void {
    for (const hook of this.#setup.hooks) guard((each) => hook.onEvent?.(each), event);
    for (const listener of this.#listeners) guard(listener, event);
  }
}

/** Whoever listens may be wrong; that is their crash, and must not leave a transcript half done. */
function guard(listener: (event: AgentEvent) => void, event: AgentEvent): void {
  try {
    listener(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function byName(tools: readonly Tool[]): Map<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
