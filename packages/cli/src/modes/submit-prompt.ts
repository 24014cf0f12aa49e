import type { Outcome } from "@zot/core";
import type { RpcEvent } from "@zot/protocol/rpc";
import type { ImageBlock } from "@zot/providers";
import type { Runtime } from "../wiring/runtime.js";
import type { Prompt } from "./piped-input.js";

export interface SubmitOptions {
  images?: readonly ImageBlock[];
  /** Ends the wait for extensions and for a command of one; a turn of the model is the agent's to abort. */
  signal?: AbortSignal;
  /** Called when the prompt's turn comes. */
  onStart?: () => void;
  emit: (event: RpcEvent) => void;
}

/**
 * Sends a prompt of a run without a screen, once the extensions are up. `/name args` runs the command of an extension, as it
 * would if typed; anything else goes to the model.
 */
export async function submitPrompt(
  runtime: Runtime,
  { text, typed }: Prompt,
  options: SubmitOptions,
): Promise<Outcome> {
  const { agent, host } = runtime;
  const { images = [], signal, onStart, emit } = options;
  const abort = (): Outcome => {
    emit({ type: "done" });
    return { stop: "aborted" };
  };
  onStart?.();
  await runtime.ready(signal);
  if (isAborted(signal)) return abort();
  const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const isCommand = host
    ?.commands()
    .some((command) => command.name.toLowerCase() === name.toLowerCase());
  if (host === undefined || isCommand !== true) {
    return agent.prompt([{ type: "text", text }, ...images], { typed });
  }
  const {
    action,
    extension,
    prompt = "",
    display = "",
    error,
  } = await host.invokeCommand(name, args, signal === undefined ? {} : { signal });
  if (isAborted(signal)) return abort();
  if (error === undefined && action === "prompt") {
    return agent.prompt([{ type: "text", text: prompt }, ...images]);
  }
  if (error !== undefined) emit({ type: "error", message: error });
  else if (action === "display") emit({ type: "ext_display", extension, text: display });
  emit({ type: "done" });
  return error === undefined ? { stop: "end" } : { stop: "error", error };
}

/** As a call, because it changes while one waits. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
