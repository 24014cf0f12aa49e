import { createServer } from "node:http";
import { once } from "node:events";
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProxy } from "../../src/http/proxy-env.js";
import { openClient, type OpenClientOptions } from "../../src/index.js";
import { readRetryAfter } from "../../src/stream/retry-after.js";
import { DEFAULT_RETRIES, planRetry } from "../../src/stream/retry-policy.js";
import { ProviderError } from "../../src/errors.js";
import { collect, hello } from "../support/collect.js";
import { FakeVendor } from "../support/fake-vendor.js";
import { chat } from "../vendors/openai-chat-shapes.js";
import { TEXT } from "../vendors/shapes.js";

let vendor: FakeVendor;
const request = { model: "m", messages: [hello] };
beforeEach(async () => {
  vendor = await new FakeVendor().listen();
  vendor.answer({ frames: chat.text });
});
afterEach(() => vendor.close());

const open = (more: Partial<OpenClientOptions> = {}) =>
  openClient({
    provider: "openai",
    apiKey: "test-key-12345",
    baseUrl: vendor.url,
    home: "/nonexistent",
    env: {},
    retries: { max: 0 },
    ...more,
  });
const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port);
    });
  });

/** A server that takes one connection and never says a word; `gone` tells that the other side left. */
async function startMute() {
  const mute = createTcpServer((socket) => {
    socket.on("error", () => undefined).resume();
  });
  const connected = once(mute, "connection") as Promise<[Socket]>;
  const gone = connected.then(([socket]) => {
    mute.close();
    return socket.closed ? undefined : once(socket, "close");
  });
  return { port: await listen(mute), connected, gone };
}

describe("the connection", () => {
  it("that is refused says so, and what to check", async () => {
    const gone = createTcpServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const { error } = await collect(await open({ baseUrl: `http://127.0.0.1:${port}` }), request);
    expect(error).toMatchObject({ code: "connection", retryable: true });
    expect(error?.message).toMatch(/127\.0\.0\.1 \(ECONNREFUSED\); is the server running/);
  });

  it("whose server never answers times out", async () => {
    const mute = createTcpServer((socket) => {
      socket.on("error", () => undefined).resume();
    });
    const port = await listen(mute);
    const client = await open({ baseUrl: `http://127.0.0.1:${port}`, silenceMs: 50 });
    const { error } = await collect(client, request);
    expect(error).toMatchObject({ code: "timeout", retryable: true });
    mute.close();
  });

  it("to TLS that never shakes hands times out", async () => {
    const mute = createTcpServer((socket) => {
      socket.on("error", () => undefined).resume();
    });
    const port = await listen(mute);
    const client = await open({ baseUrl: `https://127.0.0.1:${port}`, connectMs: 50 });
    const { error } = await collect(client, request);
    expect(error?.message).toContain("no connection after 0.05 s");
    mute.close();
  });

  it("can be aborted before it stands, and in the pause before a retry", async () => {
    const abort = new AbortController();
    abort.abort();
    expect((await collect(await open(), request, abort.signal)).error?.code).toBe("aborted");
    vendor.answer({ status: 500, headers: { "content-type": "application/json" }, frames: ["{}"] });
    const client = await open({
      retries: { max: 3, firstDelayMs: 600_000, longestDelayMs: 600_000 },
    });
    const second = new AbortController();
    for await (const event of client.stream(request, second.signal)) {
      if (event.type === "retry") second.abort();
      else if (event.type === "error") expect(event.error.code).toBe("aborted");
    }
    expect(vendor.requests).toHaveLength(1);
  });

  it("waits for a reader that takes its time, and loses nothing", async () => {
    const many = Array.from(
      { length: 12_000 },
      (_, n) => `data: {"choices":[{"delta":{"content":"${n} "}}]}\n\n`,
    );
    vendor.answer({ frames: [...many, ...chat.text.slice(-3)] });
    const client = await open();
    let text = "";
    let count = 0;
    for await (const event of client.stream(request, new AbortController().signal)) {
      if (event.type === "text_delta") text += event.delta;
      if (event.type === "error") throw event.error;
      // Lets the socket run ahead.
      if (count++ % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(text).toBe(many.map((_, n) => `${n} `).join(""));
  });

  it.each(["127.0.0.1:80", "ftp://x", "http://", "nonsense"])(
    "refuses the address %s",
    async (baseUrl) => {
      await expect(open({ baseUrl })).rejects.toThrow(/is not a web address; write it like/);
    },
  );

  it.each([
    ["/v1", "/v1/chat/completions"],
    ["/v1/", "/v1/chat/completions"],
    ["", "/v1/chat/completions"],
    ["/paas/v4", "/paas/v4/chat/completions"],
    ["/v1/chat/completions", "/v1/chat/completions"],
    ["/proxy", "/proxy/v1/chat/completions"],
    ["/v1beta/openai/", "/v1beta/openai/chat/completions"],
  ])("takes a base URL ending in %j", async (end, path) => {
    await collect(await open({ baseUrl: `${vendor.url}${end}` }), request);
    expect(vendor.requests[0]?.path).toBe(path);
  });
});

describe("a proxy", () => {
  it("forwards plain requests, with its own credentials", async () => {
    const seen: string[] = [];
    const proxy = createServer((incoming, response) => {
      seen.push(`${incoming.url ?? ""} ${incoming.headers["proxy-authorization"] ?? ""}`);
      incoming.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(chat.text.join(""));
    });
    const port = await listen(proxy);
    const env = { HTTP_PROXY: `http://user:secret-pass-1@127.0.0.1:${port}` };
    const client = await open({ env, baseUrl: "http://model.invalid/v1" });
    expect((await collect(client, request)).text).toBe(TEXT);
    const basic = Buffer.from("user:secret-pass-1").toString("base64");
    expect(seen).toEqual([`http://model.invalid/v1/chat/completions Basic ${basic}`]);
    proxy.closeAllConnections();
    proxy.close();
  });

  it("tunnels secure requests to the named host", async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (incoming, socket) => {
      asked.push(incoming.url ?? "");
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    });
    const port = await listen(proxy);
    const env = { HTTPS_PROXY: `127.0.0.1:${port}` };
    const { error } = await collect(await open({ env, baseUrl: "https://model.invalid" }), request);
    expect(asked).toEqual(["model.invalid:443"]);
    expect(error?.code).toBe("connection");
    expect(error?.message).toContain("407");
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each(["http", "https"])(
    "G4: that never answers (%s) is covered by the limit for a connection",
    async (protocol) => {
      const { port, gone } = await startMute();
      const env = { HTTPS_PROXY: `${protocol}://127.0.0.1:${port}` };
      const client = await open({ env, baseUrl: "https://model.invalid", connectMs: 50 });
      const { error } = await collect(client, request);
      expect(error).toMatchObject({ code: "timeout", retryable: true });
      expect(error?.message).toContain("no connection after 0.05 s");
      await gone;
    },
  );

  it.each(["http", "https"])("G4: that never answers (%s) is left at once", async (protocol) => {
    const { port, gone, connected } = await startMute();
    const env = { HTTPS_PROXY: `${protocol}://127.0.0.1:${port}` };
    const client = await open({ env, baseUrl: "https://model.invalid" });
    const abort = new AbortController();
    const answer = collect(client, request, abort.signal);
    await connected;
    abort.abort();
    expect((await answer).error?.code).toBe("aborted");
    await gone;
  });

  it("carries bytes both ways through the tunnel", async () => {
    const proxy = createServer();
    proxy.on("connect", (_incoming, socket) => {
      const { port } = new URL(vendor.url);
      const upstream = connect(Number(port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(upstream).pipe(socket);
      });
      socket.on("error", () => undefined);
      upstream.on("error", () => undefined);
    });
    const port = await listen(proxy);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    // The vendor here speaks no TLS: what matters is that its answer to the handshake came through.
    const { error } = await collect(await open({ env, baseUrl: "https://model.invalid" }), request);
    expect(error?.message).toContain("EPROTO");
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each([
    ["https://a.example/", { HTTPS_PROXY: "http://p:1" }, "http://p:1/"],
    ["https://a.example/", { https_proxy: "p:1" }, "http://p:1/"],
    ["http://a.example/", { HTTPS_PROXY: "http://p:1" }, undefined],
    ["http://a.example/", { ALL_PROXY: "http://p:1" }, "http://p:1/"],
    ["https://a.example/", { HTTPS_PROXY: "http://p:1", NO_PROXY: "example" }, undefined],
    ["https://a.example/", { HTTPS_PROXY: "http://p:1", NO_PROXY: ".example, x" }, undefined],
    ["https://a.example/", { HTTPS_PROXY: "http://p:1", NO_PROXY: "b.example" }, "http://p:1/"],
    ["https://bexample/", { HTTPS_PROXY: "http://p:1", NO_PROXY: "example" }, "http://p:1/"],
    ["http://127.0.0.1:8080/", { HTTP_PROXY: "http://p:1", NO_PROXY: "127.0.0.1:8080" }, undefined],
    [
      "http://127.0.0.1:8081/",
      { HTTP_PROXY: "http://p:1", NO_PROXY: "127.0.0.1:8080" },
      "http://p:1/",
    ],
    ["http://[::1]:80/", { HTTP_PROXY: "http://p:1", NO_PROXY: "[::1]" }, undefined],
    ["https://a.example/", { HTTPS_PROXY: "http://p:1", NO_PROXY: "*" }, undefined],
  ])("for %s with %j is %s", (url, env, expected) => {
    expect(findProxy(new URL(url), env)?.href).toBe(expected);
  });
});

describe("the pause before a retry", () => {
  it.each([
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Mon, 16 Nov 2026 00:00:05 GMT" }, 5000],
    [{ "retry-after": "Mon, 16 Nov 2026 00:00:00 GMT" }, 0],
    [{ "retry-after-ms": "150", "retry-after": "9" }, 150],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("after %j is %s ms", (headers, expected) => {
    expect(readRetryAfter(headers, Date.UTC(2026, 10, 16))).toBe(expected);
  });

  const failed = (more: object = {}) =>
    new ProviderError("server", "x", { provider: "p", retryable: true, ...more });
  const nothing = false;

  it("grows, within bounds, with some chance in it", () => {
    const longest = [1, 2, 3, 4].map((n) =>
      planRetry(failed(), n, nothing, DEFAULT_RETRIES, () => 1),
    );
    expect(longest).toEqual([500, 1000, 2000, 4000]);
    const shortest = planRetry(failed(), 1, nothing, DEFAULT_RETRIES, () => 0);
    expect(shortest).toBe(250);
    expect(planRetry(failed(), 5, nothing, DEFAULT_RETRIES)).toBeUndefined();
  });

  it("is what the vendor asks for, unless that is more than a minute", () => {
    const plan = (retry_after_ms: number) =>
      planRetry(failed({ retry_after_ms }), 1, nothing, DEFAULT_RETRIES);
    expect(plan(12_000)).toBe(12_000);
    expect(plan(61_000)).toBeUndefined();
  });

  it("is never taken once anything was said, or for what no retry cures", () => {
    expect(planRetry(failed(), 1, true, DEFAULT_RETRIES)).toBeUndefined();
    expect(planRetry(failed({ retryable: false }), 1, nothing, DEFAULT_RETRIES)).toBeUndefined();
  });
});
