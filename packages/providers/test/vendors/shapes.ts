import type { ProviderErrorCode, Usage, WireApi } from "../../src/index.js";
import { anthropic } from "./anthropic-shapes.js";
import { google } from "./google-shapes.js";
import { chat } from "./openai-chat-shapes.js";
import { responses } from "./openai-responses-shapes.js";

/** A vendor's wire, as recorded: what it sends, and what that means. */
export interface Shapes {
  provider: string;
  api: WireApi;
  model: string;
  path: string;
  /** Header and value that carry the key `test-key-12345`. */
  auth: [string, string];
  /** Says "Hello, wörld 🌍" in pieces. */
  text: string[];
  textUsage: Usage;
  /** Calls read {"path":"a.txt"} and bash {"command":"ls {x}"} in one answer. */
  tools: string[];
  /** Thinks "First this, then that." and says "Done." */
  reasoning: string[];
  /** Ends because the output limit was reached, in the middle of a call. */
  cutOff: string[];
  /** How many of the last events may be missing: all is said before them. */
  spareEvents: number;
  errorInStream: { frames: string[]; code: ProviderErrorCode };
  errorBody: (message: string) => string;
  overflow: { status: number; body: string };
}

export const TEXT = "Hello, wörld 🌍";

export const vendors: Shapes[] = [anthropic, responses, chat, google];
