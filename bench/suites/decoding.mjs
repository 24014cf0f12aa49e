import { decodeFromExtension, encodeFrame, LineSplitter } from "@zot/protocol";
import { atLeast, interleave } from "../lib/measure.mjs";

const FRAMES = 50_000;
const frames = [
  {
    type: "tool_result",
    id: "call-48213",
    content: [
      { type: "text", text: "Berlin: 16 degrees, fog until noon, then sun and a light wind" },
    ],
    is_error: false,
  },
  {
    type: "panel_render",
    panel_id: "todo-list",
    title: "Todo",
    lines: ["[x] write the codec", "[ ] measure it", "[ ] publish"],
    footer: "space toggles, esc closes",
  },
  {
    type: "notify",
    level: "info",
    message:
      "Refreshed the cache of the weather service: 412 stations, 3 of them without data since noon",
  },
].map(encodeFrame);
const bytes = Buffer.from(Array.from({ length: FRAMES }, (_, i) => frames[i % 3]).join(""));
const CHUNK = 64 * 1024; // what a pipe delivers at most

function* chunks() {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/** The least that anyone must do: find the LFs, parse what is between them. */
function bare() {
  let rest = Buffer.alloc(0);
  let count = 0;
  for (const chunk of chunks()) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = all.indexOf(10); end !== -1; end = all.indexOf(10, start)) {
      JSON.parse(all.toString("utf8", start, end));
      count += 1;
      start = end + 1;
    }
    rest = all.subarray(start);
  }
  if (count !== FRAMES) throw new Error(`bare: ${count}`);
}

function decoded() {
  const splitter = new LineSplitter();
  let count = 0;
  for (const chunk of chunks()) {
    for (const line of splitter.push(chunk)) {
      if (line.ok && decodeFromExtension(line.text).ok) count += 1;
    }
  }
  if (count !== FRAMES) throw new Error(`decoded: ${count}`);
}

export async function measure() {
  const took = await interleave({ bare, decoded }, { rounds: 15, warmups: 3 });
  const size = Math.round(bytes.length / FRAMES);
  const what = `frames decoded per second to LF split + JSON.parse (${size}-byte frames)`;
  return [atLeast(what, took.bare / took.decoded, 0.6)];
}
