import { beforeEach, describe, expect, it } from "vitest";
import type { ModelClient } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { FakeVendor } from "../support/fake-vendor.js";
import { quick, useShapes } from "./open-vendor.js";
import { TEXT, vendors } from "./shapes.js";

describe.each(vendors)("$api on a bad line", (shapes) => {
  const { vendor, request, open } = useShapes(shapes);
  let client: ModelClient;

  beforeEach(async () => {
    client = await open();
  });

  it("gives up on a stream that stalls", async () => {
    client = await open({ silenceMs: 60 });
    vendor.answer({ frames: shapes.text.slice(0, -2), then: "stall" });
    const { error } = await collect(client, request);
    expect(error).toMatchObject({ code: "timeout", retryable: true });
  });

  it("reports a connection that breaks in the middle", async () => {
    vendor.answer({ frames: shapes.text.slice(0, -1), then: "reset" });
    const { error } = await collect(client, request);
    expect(error).toMatchObject({ code: "connection", retryable: true });
    expect(vendor.requests).toHaveLength(1);
  });

  it("asks again after a break before the first event", async () => {
    vendor.answer({ then: "reset" }, { frames: shapes.text });
    const { events, text } = await collect(client, request);
    expect(text).toBe(TEXT);
    expect(events[0]).toMatchObject({ type: "retry", attempt: 1 });
  });

  it("asks again after a break before anything was said", async () => {
    const silent = ["data: {}\n\n"];
    vendor.answer(
      { frames: silent, then: "reset" },
      { frames: silent },
      { frames: [...silent, "data: {oops\n\n"] },
      { frames: shapes.text },
    );
    const { events, text } = await collect(client, request);
    expect(text).toBe(TEXT);
    expect(events.filter(({ type }) => type === "retry")).toHaveLength(3);
  });

  it("waits as long as a 429 asks for, then succeeds", async () => {
    vendor.answer(
      {
        status: 429,
        headers: { "content-type": "application/json", "retry-after": "0.02" },
        frames: ["{}"],
      },
      { frames: shapes.text },
    );
    const { events, text } = await collect(client, request);
    expect(events[0]).toMatchObject({ type: "retry", attempt: 1, delay_ms: 20 });
    expect(text).toBe(TEXT);
    expect(vendor.requests).toHaveLength(2);
  });

  it("gives up after a bounded number of tries", async () => {
    client = await open({ retries: { ...quick, max: 2 } });
    vendor.answer({ status: 500, headers: { "content-type": "application/json" }, frames: ["{}"] });
    const { events, error } = await collect(client, request);
    expect(events.filter(({ type }) => type === "retry")).toHaveLength(2);
    expect(error?.code).toBe("server");
    expect(vendor.requests).toHaveLength(3);
  });

  it("closes the socket when aborted, whatever had arrived", async () => {
    for (let kept = 0; kept < shapes.text.length; kept += 1) {
      const one = await new FakeVendor().listen();
      try {
        const stalling = await open({ baseUrl: one.url });
        one.answer({ frames: shapes.text.slice(0, kept), then: "stall" });
        const abort = new AbortController();
        const reading = collect(stalling, request, abort.signal);
        await one.requestSeen(1);
        abort.abort();
        expect((await reading).error?.code).toBe("aborted");
        await one.socketsClosed(1);
      } finally {
        await one.close();
      }
    }
  });

  it("closes the socket when the reader leaves", async () => {
    const one = await new FakeVendor().listen();
    try {
      const leaving = await open({ baseUrl: one.url });
      one.answer({ frames: shapes.text.slice(0, -1), then: "stall" });
      for await (const event of leaving.stream(request, new AbortController().signal)) {
        if (event.type === "text_delta") break;
      }
      await one.socketsClosed(1);
    } finally {
      await one.close();
    }
  });

  it("uses one connection for one request after the other", async () => {
    const one = await new FakeVendor().listen();
    try {
      const keeping = await open({ baseUrl: one.url });
      one.answer({ frames: shapes.text });
      for (let round = 0; round < 3; round += 1) await collect(keeping, request);
      expect(one.openSockets).toBe(1);
    } finally {
      await one.close();
    }
  });
});
