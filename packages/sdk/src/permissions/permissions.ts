import type { AgentHooks, AgentOptions, Answer, Question } from "@zot/core";

/** Asks the user about a tool call; `always` allows the tool for good, in the hands of whoever makes this call. */
export type Ask = (
  question: Question,
  signal: AbortSignal,
) => Promise<Answer & { always?: boolean }>;

/** `ask`: each tool call is asked about that was not allowed for good; `yolo`: none is. */
export type PermissionMode = "ask" | "yolo";

/** Whether tools run without asking, and which were allowed for good. */
export class Permissions {
  readonly #ask: Ask | undefined;
  readonly #always = new Set<string>();
  #mode: PermissionMode;

  constructor(mode: PermissionMode, ask: Ask | undefined) {
    this.#mode = mode;
    this.#ask = ask;
  }

  get mode(): PermissionMode {
    return this.#mode;
  }

  /** What was allowed for good has to be allowed again. */
  set mode(mode: PermissionMode) {
    this.#mode = mode;
    this.#always.clear();
  }

  /** Where there is nobody to ask, the agent refuses what would need an answer. */
  forAgent(): Pick<AgentOptions, "ask"> {
    const ask = this.#ask;
    if (ask === undefined) return {};
    return {
      ask: async (question, signal) => {
        const { always, ...answer } = await ask(question, signal);
        if (answer.allowed && always === true) {
          this.#always.add(allowance(question.tool, question.origin));
        }
        return answer;
      },
    };
  }

  readonly hook: AgentHooks = {
    name: "permissions",
    beforeToolCall: ({ name, origin }) =>
      this.#mode === "yolo" || this.#always.has(allowance(name, origin))
        ? undefined
        : { action: "ask" },
  };
}

/** What "always" holds for: a tool, in the hands of the model or of one extension. */
function allowance(tool: string, origin: string | undefined): string {
  return JSON.stringify([tool, origin]);
}
