import type { WireRequest } from "../wire/wire.js";

/** Models before 4.6 think within a budget of tokens; later ones decide by themselves. */
const BUDGET_MODELS = /claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5](?!\d))?(?:-\d{8})?$)/;
const BUDGETS = { low: 2_048, medium: 8_192, high: 24_576 };
const ROOM_FOR_THE_ANSWER = 4_096;

export function thinksWithinBudget(model: string): boolean {
  return BUDGET_MODELS.test(model);
}

/** The fields that ask for a level of reasoning, and the room that they need. */
export function askForThinking(
  { model, reasoning, known }: WireRequest,
  max_tokens: number,
): Record<string, unknown> {
  if (reasoning === undefined || known?.reasoning === false) return { max_tokens };
  if (!thinksWithinBudget(model)) {
    return {
      max_tokens,
      // Without `display`, models from Opus 4.7 on send signatures and no text.
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: reasoning },
    };
  }
  // The budget counts towards max_tokens.
  const most = Math.max(max_tokens, BUDGETS[reasoning] + ROOM_FOR_THE_ANSWER);
  const limit = Math.min(most, known?.max_output ?? most);
  const budget_tokens = Math.min(BUDGETS[reasoning], limit - ROOM_FOR_THE_ANSWER);
  return { max_tokens: limit, thinking: { type: "enabled", budget_tokens } };
}
