import { beforeEach, describe, expect, it } from "vitest";
import type { ModelClient } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { useShapes } from "./open-vendor.js";
import { TEXT, vendors } from "./shapes.js";

describe.each(vendors)("$api", (shapes) => {
  const { vendor, request, open } = useShapes(shapes);
  let client: ModelClient;

  beforeEach(async () => {
    client = await open();
  });

  it("streams text with its usage and ends in one stop", async () => {
    vendor.answer({ frames: shapes.text });
    const { events, text, last, message } = await collect(client, request);
    expect(text).toBe(TEXT);
    expect(events.filter(({ type }) => type === "text_delta")).toHaveLength(2);
    expect(events.at(-2)).toEqual({ type: "usage", usage: shapes.textUsage });
    expect(last).toMatchObject({ type: "stop", reason: "end" });
    expect(message.content).toMatchObject([{ type: "text", text: TEXT }]);
    const [seen] = vendor.requests;
    expect(seen?.path).toBe(shapes.path);
    expect(seen?.headers[shapes.auth[0]]).toBe(shapes.auth[1]);
  });

  it("reads characters that were split over two writes", async () => {
    const bytes = Buffer.from(shapes.text.join(""));
    const frames = Array.from(bytes, (byte) => Buffer.from([byte]));
    vendor.answer({ frames });
    expect((await collect(client, request)).text).toBe(TEXT);
  });

  it("streams parallel tool calls, each with its own arguments", async () => {
    vendor.answer({ frames: shapes.tools });
    const { events, message, last } = await collect(client, request);
    expect(last).toMatchObject({ type: "stop", reason: "tool_use" });
    expect(message.content).toMatchObject([
      { type: "text", text: "Looking." },
      { type: "tool_call", name: "read", args: { path: "a.txt" } },
      { type: "tool_call", name: "bash", args: { command: "ls {x}" } },
    ]);
    const starts = events.filter((event) => event.type === "tool_use_start");
    expect(starts.map(({ name }) => name)).toEqual(["read", "bash"]);
    const args = starts.map(({ id }) =>
      events.map((event) => (event.type === "tool_use_args" && event.id === id ? event.delta : "")),
    );
    expect(args.map((deltas) => deltas.join(""))).toEqual([
      '{"path":"a.txt"}',
      '{"command":"ls {x}"}',
    ]);
    const ends = events.filter((event) => event.type === "tool_use_end");
    expect(ends.map(({ id }) => id)).toEqual(starts.map(({ id }) => id));
    expect(new Set(starts.map(({ id }) => id)).size).toBe(2);
  });

  it("streams reasoning apart from text", async () => {
    vendor.answer({ frames: shapes.reasoning });
    const { text, reasoning, message } = await collect(client, { ...request, reasoning: "high" });
    expect(reasoning).toBe("First this, then that.");
    expect(text).toBe("Done.");
    expect(message.content[0]).toMatchObject({ type: "reasoning", text: reasoning });
    expect(message.content.at(-1)).toMatchObject({ type: "text", text: "Done." });
  });

  it("calls an answer that reached the limit by its name, without half a tool call", async () => {
    vendor.answer({ frames: shapes.cutOff });
    const { last, message } = await collect(client, request);
    expect(last).toMatchObject({ type: "stop", reason: "length" });
    expect(message.content.filter(({ type }) => type === "tool_call")).toEqual([]);
  });

  it.each([
    [400, "bad_request", false],
    [401, "auth", false],
    [403, "auth", false],
    [404, "unknown_model", false],
    [408, "timeout", true],
    [409, "server", true],
    [429, "rate_limit", true],
    [500, "server", true],
    [503, "overloaded", true],
    [529, "overloaded", true],
  ])("maps the status %i to %s", async (status, code, retryable) => {
    client = await open({ retries: { max: 0 } });
    vendor.answer({
      status,
      headers: { "content-type": "application/json" },
      frames: ['{"error":{"message":"the vendor says so"}}'],
    });
    const { error } = await collect(client, request);
    expect(error).toMatchObject({ code, retryable, status, provider: shapes.provider });
    expect(error?.message).toContain(
      `${shapes.provider} answered ${status}: the vendor says so — `,
    );
  });

  it("quotes the vendor's own words in an error", async () => {
    vendor.answer({
      status: 400,
      headers: { "content-type": "application/json" },
      frames: [shapes.errorBody("tools.0.name: too strange")],
    });
    const { error } = await collect(client, request);
    expect(error?.code).toBe("bad_request");
    expect(error?.message).toContain("tools.0.name: too strange");
  });

  it("knows a conversation that is too long", async () => {
    vendor.answer({
      status: shapes.overflow.status,
      headers: { "content-type": "application/json" },
      frames: [shapes.overflow.body],
    });
    const { error } = await collect(client, request);
    expect(error).toMatchObject({ code: "context_overflow", retryable: false });
    expect(error?.message).toContain("too long for this model");
  });

  it("ends in an error that the vendor reports in the stream, keeping what had arrived", async () => {
    vendor.answer({ frames: shapes.errorInStream.frames });
    const { error, message } = await collect(client, request);
    expect(error?.code).toBe(shapes.errorInStream.code);
    expect(message.content).toMatchObject([{ type: "text", text: "Hel" }]);
    expect(vendor.requests).toHaveLength(1);
  });

  it.each(["text", "tools", "reasoning"] as const)(
    "calls %s that stops after any event incomplete",
    async (kind) => {
      const frames = shapes[kind];
      client = await open({ retries: { max: 0 } });
      const needed = frames.length - shapes.spareEvents;
      for (let kept = 0; kept < needed; kept += 1) {
        vendor.answer({ frames: frames.slice(0, kept) });
        const { error, message } = await collect(client, request);
        expect(error?.code, `after ${kept} events`).toBe("incomplete");
        for (const block of message.content) {
          if (block.type === "tool_call") expect(Object.keys(block.args)).toHaveLength(1);
        }
      }
      for (let kept = needed; kept <= frames.length; kept += 1) {
        vendor.answer({ frames: frames.slice(0, kept) });
        expect((await collect(client, request)).error).toBeUndefined();
      }
    },
  );

  it("takes a last event without a blank line after it, and lines that end in CR", async () => {
    const whole = shapes.text.join("");
    for (const frames of [[whole.trimEnd()], [whole.replaceAll("\n", "\r")]]) {
      vendor.answer({ frames });
      const { text, last } = await collect(client, request);
      expect(text).toBe(TEXT);
      expect(last).toMatchObject({ type: "stop", reason: "end" });
    }
  });

  it.skipIf(shapes.api === "google")(
    "hands on a call whose arguments are no JSON, with what is wrong",
    async () => {
      vendor.answer({ frames: shapes.tools.map((frame) => frame.replaceAll('{x}\\"}', "{x}")) });
      const { events, message, last } = await collect(client, request);
      expect(last).toMatchObject({ type: "stop", reason: "tool_use" });
      expect(message.content).toMatchObject([
        { type: "text", text: "Looking." },
        { type: "tool_call", name: "read", args: { path: "a.txt" } },
        { type: "tool_call", name: "bash", args: {} },
      ]);
      const [, good, bad] = message.content;
      expect(good).not.toHaveProperty("problem");
      expect(bad).toHaveProperty(
        "problem",
        'the arguments are not a JSON object, so nothing was done; call it again with valid ones. They were: {"command":"ls {x}',
      );
      expect(events.filter(({ type }) => type === "tool_use_end")).toHaveLength(2);
    },
  );

  it("does not ask again once anything was said", async () => {
    vendor.answer({ frames: shapes.text.slice(0, -1) });
    await collect(client, request);
    expect(vendor.requests).toHaveLength(1);
  });

  it.each([
    ["bytes that are no JSON", ["data: {oops\n\n"], "protocol"],
    ["JSON that is no object", ["data: 42\n\n"], "protocol"],
    ["no events at all", ["\u0000\u0001garbage\n\n\n"], "incomplete"],
  ])("reports %s", async (_what, frames, code) => {
    client = await open({ retries: { max: 0 } });
    vendor.answer({ frames });
    expect((await collect(client, request)).error?.code).toBe(code);
  });

  it("reports a web page where an answer should be", async () => {
    vendor.answer({
      headers: { "content-type": "text/html; charset=utf-8" },
      frames: ["<html><body>Sign in to the hotel's network</body></html>"],
    });
    const { error } = await collect(client, request);
    expect(error?.code).toBe("protocol");
    expect(error?.message).toContain("hotel");
    expect(error?.message).toContain("base URL");
  });

  it("ignores events that it doesn't know", async () => {
    const unknown = shapes.api === "google" ? {} : { type: "brand_new.event", choices: [] };
    const frames = shapes.text.flatMap((frame) => [`data: ${JSON.stringify(unknown)}\n\n`, frame]);
    vendor.answer({ frames });
    expect((await collect(client, request)).text).toBe(TEXT);
  });
});
