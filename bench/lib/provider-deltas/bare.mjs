// The least that anyone must do: node:http, cut at blank lines, JSON.parse, take the text out.
// Prints the CPU time of one reading.
import { Agent, request } from "node:http";
import { cpuOfReading } from "./readings.mjs";

const [url, expected, api] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const textOf = {
  anthropic: (event) => event.delta?.text,
  "openai-responses": (event) => event.delta,
  "openai-chat": (event) => event.choices[0]?.delta.content,
  google: (event) => event.candidates[0].content.parts[0]?.text,
}[api];

function read() {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const outgoing = request(url, { method: "POST", agent, headers });
    outgoing.end("{}");
    outgoing.on("response", (response) => {
      let rest = "";
      let text = "";
      let count = 0;
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        rest += chunk;
        let start = 0;
        for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n", start)) {
          const data = rest.slice(rest.indexOf("data: ", start) + 6, end);
          if (data !== "[DONE]") text += textOf(JSON.parse(data)) ?? "";
          count += 1;
          start = end + 2;
        }
        rest = rest.slice(start);
      });
      response.on("end", () => {
        if (count < Number(expected)) reject(new Error(`only ${count} events`));
        else resolve(text.length);
      });
    });
  });
}

console.log(await cpuOfReading(read));
agent.destroy();
