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
}
