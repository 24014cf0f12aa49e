import type {
  EventIntercept,
  EventInterceptResponse,
  FailurePolicy,
  InterceptName,
} from "@zot/protocol";
import type { Awaitable } from "./awaitable.js";
import { errorMessage } from "./error-message.js";
import { NoScreenError, type Task } from "./make-zot.js";
import type { Present } from "./present.js";
import type { Zot } from "./zot.js";

interface AskedFields {
  tool_call: "tool_id" | "tool_name" | "tool_args";
  turn_start: "step";
  assistant_message: "text";
  before_agent_start: "system_prompt";
}

interface AnswerFields {
  tool_call: "block" | "reason" | "modified_args";
  turn_start: "block" | "reason";
  assistant_message: "block" | "reason" | "replace_text";
  before_agent_start: "system_prompt";
}

/**
 * What an interceptor is asked about.
 *
 * @example
 * const isShell = ({ tool_name }: InterceptOf<"tool_call">) => tool_name === "bash";
 */
export type InterceptOf<Name extends InterceptName> = { event: Name } & Present<
  EventIntercept,
  AskedFields[Name]
> &
  Pick<EventIntercept, "session_id" | "cwd">;

/**
 * What it may answer; nothing means "allow, unchanged".
 *
 * @example
 * const refusal: InterceptAnswer<"tool_call"> = { block: true, reason: "not on Fridays" };
 */
export type InterceptAnswer<Name extends InterceptName> = Pick<
  EventInterceptResponse,
  AnswerFields[Name]
>;

/**
 * Decides before something takes effect. Zot waits five seconds for it, and as long as it has a panel open. `zot.signal`
 * aborts when nobody waits any more.
 *
 * @example
 * const quiet: InterceptHandler<"assistant_message"> = ({ text }) => ({
 *   replace_text: text.toLowerCase(),
 * });
 */
export type InterceptHandler<Name extends InterceptName> = (
  asked: InterceptOf<Name>,
  zot: Zot,
) => Awaitable<InterceptAnswer<Name> | undefined, void>;

export interface InterceptOptions {
  /**
   * What it means when the handler throws, hangs or its process died: go on (`allow`, the default) or refuse (`deny`).
   * One that has asked the user refuses in any case.
   */
  on_failure?: FailurePolicy;
}

export interface Interceptor {
  event: InterceptName;
  on_failure: FailurePolicy;
  handle: (asked: EventIntercept, zot: Zot) => unknown;
}

type Decision = Omit<EventInterceptResponse, "type" | "id">;

/** Asks this extension's own interceptors in turn: the first block wins, and each sees what the one before rewrote. */
export async function decide(
  interceptors: readonly Interceptor[],
  asked: EventIntercept,
  zot: Zot,
  task: Task,
): Promise<Decision> {
  let decision: Decision = {};
  let current = asked;
  for (const interceptor of interceptors) {
    const answer = await ask(interceptor, current, zot, task);
    decision = { ...decision, ...answer };
    if (answer.block) return decision;
    current = { ...current, ...rewritten(answer) };
  }
  return decision;
}

async function ask(
  { event, on_failure, handle }: Interceptor,
  asked: EventIntercept,
  zot: Zot,
  task: Task,
): Promise<Decision> {
  try {
    return ((await handle(asked, zot)) as Decision | undefined) ?? {};
  } catch (error) {
    zot.log(error);
    // Whoever wanted to ask the user has not allowed it.
    if (on_failure === "allow" && !task.hasAsked) return {};
    const what = error instanceof NoScreenError ? "could not ask" : "failed";
    return { block: true, reason: `the ${event} guard ${what}: ${errorMessage(error)}` };
  }
}

function rewritten({ modified_args, replace_text, system_prompt }: Decision) {
  return {
    ...(modified_args === undefined ? {} : { tool_args: modified_args }),
    ...(replace_text === undefined ? {} : { text: replace_text }),
    ...(system_prompt === undefined ? {} : { system_prompt }),
  };
}
