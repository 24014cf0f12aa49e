import type { Credential } from "../auth/find-credential.js";
import type { ModelRequest } from "../client.js";
import type { Model } from "../model.js";
import type { AnswerBuilder } from "../stream/answer-builder.js";
import type { StreamDecoder } from "../stream/read-events.js";
import type { Complaint } from "./explain.js";

/** One vendor's way of asking and answering. */
export interface Wire {
  /** The address for a request, below the base URL. */
  path(request: ModelRequest): string;
  headers(credential: Credential | undefined, request: WireRequest): Record<string, string>;
  body(request: WireRequest): unknown;
  decode(answer: AnswerBuilder, provider: string): StreamDecoder;
  /** What an error's JSON body says. */
  complaint(json: unknown): Complaint;
}

/** A request with what is known beside it. */
export interface WireRequest extends ModelRequest {
  provider: string;
  /** What the catalog knows of the model. */
  known: Model | undefined;
  baseUrl: string;
}
