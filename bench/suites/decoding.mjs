import { decodeFromExtension, encodeFrame, LineSplitter } from "@zot/protocol";
import { atLeast, atMost, interleave } from "../lib/measure.mjs";

const FRAMES = 20_000;
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

/** A line that dribbles in; returns what one of its bytes costs, in milliseconds. */
function dribble(megabytes) {
  const piece = new Uint8Array(16).fill(0x61);
  const pieces = (megabytes * 1024 * 1024) / piece.length;
  const splitter = new LineSplitter();
  const started = performance.now();
  for (let sent = 0; sent < pieces; sent += 1) splitter.push(piece);
  if (splitter.push(Uint8Array.of(10)).length !== 1) throw new Error("dribble: no line");
  return (performance.now() - started) / (pieces * piece.length);
}

export async function measure() {
  const took = await interleave({ bare, decoded }, { rounds: 41, warmups: 5 });
  const size = Math.round(bytes.length / FRAMES);
  const what = `frames decoded per second to LF split + JSON.parse (${size}-byte frames)`;
  const drops = await interleave(
    { short: () => dribble(0.5), long: () => dribble(7) },
    { rounds: 9, warmups: 2 },
  );
  return [
    atLeast(what, took.bare / took.decoded, 0.6),
    atMost(
      "a byte of a 7 MiB line in 16-byte chunks to one of 0.5 MiB",
      drops.long / drops.short,
      4,
    ),
  ];
}
