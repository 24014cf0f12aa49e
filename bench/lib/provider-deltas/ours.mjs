// The same stream through @zot/providers. Prints the CPU time of one reading.
import { openClient } from "@zot/providers";
import { cpuOfReading } from "./readings.mjs";

const [baseUrl, expected, provider, api] = process.argv.slice(2);
const home = "/nonexistent";
const client = await openClient({ provider, api, baseUrl, apiKey: "bench-key", home });
const content = [{ type: "text", text: "go" }];
const messages = [{ role: "user", content, time: "2026-11-16T00:00:00Z" }];

async function read() {
  const { signal } = new AbortController();
  let count = 0;
  let text = "";
  let end;
  for await (const event of client.stream({ model: "m", messages }, signal)) {
    if (event.type === "text_delta") {
      count += 1;
      text += event.delta;
    } else end = event;
  }
  if (end?.type !== "stop" || count !== Number(expected)) throw new Error(`${count} ${end?.type}`);
  return text.length;
}

console.log(await cpuOfReading(read));
