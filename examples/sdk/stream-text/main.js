import { defaultModel, openClient } from "@zot/providers";

const [prompt = "hello", provider = "offline", baseUrl, model] = process.argv.slice(2);
const client = await openClient({ provider, baseUrl });
const messages = [{ role: "user", content: [{ type: "text", text: prompt }] }];
const request = { model: model ?? defaultModel(provider).id, messages };
for await (const event of client.stream(request, AbortSignal.timeout(60_000))) {
  if (event.type === "text_delta") process.stdout.write(event.delta);
  if (event.type === "error") throw event.error;
}
