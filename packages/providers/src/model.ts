/** What the catalog knows of a model. */
export interface Model {
  id: string;
  provider: string;
  name: string;
  context_window: number;
  max_output: number;
  reasoning: boolean;
  /** US dollars for a million tokens. */
  price: { input: number; output: number; cache_read: number; cache_write: number };
  /** Where to send requests for this model, if not to the provider's own address. */
  base_url?: string;
  /** Which of the vendors' wires to speak, if not the provider's own. */
  api?: WireApi;
}

/** The wires that this package speaks. */
export const WIRE_APIS = ["anthropic", "openai-responses", "openai-chat", "google"] as const;
export type WireApi = (typeof WIRE_APIS)[number];
