import { join } from "node:path";
import { startFakeModel, type ChatRequest } from "./fake-model.js";
import { repo, runZot, type RunOptions } from "./run-zot.js";

export const weather = join(repo, "examples/extensions/weather");
export const offline = ["-p", "--provider", "offline"];

/** Runs one prompt against a loopback server and returns what it was asked. */
export async function askServer(args: readonly string[], options: RunOptions = {}) {
  const { baseUrl, requests } = await startFakeModel();
  const model = args.includes("--model") ? [] : ["--model", "any-model"];
  const all = ["-p", "--provider", "openai", "--base-url", baseUrl, ...model, ...args, "hi"];
  const finished = await runZot(all, options);
  const [request] = requests;
  if (request === undefined) throw new Error(`nothing was asked: ${finished.stderr}`);
  return { ...finished, request };
}

export const toolNames = ({ body }: ChatRequest) =>
  (body.tools ?? []).map((tool) => tool.function.name);
export const systemOf = ({ body }: ChatRequest) =>
  JSON.stringify(body.messages.filter(({ role }) => role === "system" || role === "developer"));
