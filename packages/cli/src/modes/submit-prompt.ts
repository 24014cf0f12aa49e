import type { Outcome, PromptContent } from "@zot/core";
import type { RpcEvent } from "@zot/protocol/rpc";
import type { ImageBlock } from "@zot/providers";
import type { Runtime } from "../wiring/runtime.js";
import type { Prompt } from "./piped-input.js";

export interface SubmitOptions {
  images?: readonly ImageBlock[];
  /** One that is aborted already ends the prompt before it begins. */
  signal?: AbortSignal;
  /** Called when the prompt's turn comes. */
  onStart?: () => void;
  emit: (event: RpcEvent) => void;
}

/**
 * Sends a prompt of a run without a screen, once the extensions are up. `/name args` runs the command of an extension, as it
 * would if typed; anything else goes to the model.
 */
export function submitPrompt(
  { agent, host }: Runtime,
  { text, typed }: Prompt,
  { images = [], signal, onStart, emit }: SubmitOptions,
): Promise<Outcome> {
  const prepare = async (running: AbortSignal): Promise<PromptContent | Outcome | undefined> => {
    const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    const isMeant = (command: { name: string }) =>
      command.name.toLowerCase() === name.toLowerCase();
    if (host?.commands().some(isMeant) !== true) return undefined;
    const outcome = await host.invokeCommand(name, args, { signal: running });
    const { action, extension, prompt = "", display = "", error } = outcome;
    if (running.aborted) return { stop: "aborted" };
    if (error !== undefined) throw new Error(error);
    if (action === "prompt") return [{ type: "text", text: prompt }, ...images];
    if (action === "display") emit({ type: "ext_display", extension, text: display });
    return { stop: "end" };
  };
  const outcome = agent.prompt([{ type: "text", text }, ...images], {
    typed,
    prepare,
    ...(onStart && { onStart }),
  });
  if (signal?.aborted === true) agent.abort({ queue: true });
  return outcome;
}
