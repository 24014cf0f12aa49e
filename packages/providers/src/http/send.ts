import * as plain from "node:http";
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { aborted, ProviderError } from "../errors.js";
import { redact, rememberSecret } from "../redact.js";
import { findProxy } from "./proxy-env.js";

export interface HttpRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body?: string;
}

export interface SendOptions {
  provider: string;
  signal: AbortSignal;
  /** How long a connection may take to stand. */
  connectMs: number;
  /** How long the server may take to answer with a status. */
  silenceMs: number;
  env?: NodeJS.ProcessEnv | undefined;
}

/**
 * Sends a request and returns the response once its headers are there. Aborting the signal closes
 * the socket at once, also while the body is being read. Throws only ProviderErrors.
 */
export async function send(request: HttpRequest, options: SendOptions): Promise<IncomingMessage> {
  const { signal } = options;
  if (signal.aborted) throw aborted(options.provider);
  const secure = request.url.protocol === "https:";
  if (!secure && request.url.protocol !== "http:") {
    const message = `${request.url.href} is not a web address; use one with https:// or http://`;
    throw new ProviderError("bad_request", message, { provider: options.provider });
  }
  // Loading TLS takes ten times as long as loading HTTP; a local server needs none.
  const http = secure ? await import("node:https") : plain;
  const route = await findRoute(request.url, options);
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  return new Promise((resolve, reject) => {
    const outgoing = http.request({
      ...route,
      method: request.method,
      headers: {
        ...request.headers,
        ...route.headers,
        ...(body === undefined ? {} : { "content-length": body.length }),
      },
    });
    const settle = watch(outgoing, secure, options, reject);
    outgoing.on("response", (response) => {
      settle();
      resolve(response);
    });
    outgoing.end(body);
  });
}

/** Watches a request until it is answered; returns the function that ends the watch. */
function watch(
  outgoing: ClientRequest,
  secure: boolean,
  options: SendOptions,
  reject: (error: ProviderError) => void,
): () => void {
  const { provider, signal } = options;
  let reason: ProviderError | undefined;
  const stop = (error: ProviderError) => {
    reason ??= error;
    outgoing.destroy(error);
  };
  const onAbort = () => {
    stop(aborted(provider));
  };
  signal.addEventListener("abort", onAbort, { once: true });
  outgoing.once("close", () => {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(connecting);
    clearTimeout(waiting);
  });
  const connecting = setTimeout(() => {
    stop(timedOut(provider, `no connection after ${options.connectMs / 1000} s`));
  }, options.connectMs);
  let waiting: NodeJS.Timeout | undefined;
  const onConnected = () => {
    clearTimeout(connecting);
    waiting = setTimeout(() => {
      stop(timedOut(provider, `no answer after ${options.silenceMs / 1000} s`));
    }, options.silenceMs);
  };
  outgoing.once("socket", (socket) => {
    if (outgoing.reusedSocket || !socket.connecting) onConnected();
    else socket.once(secure ? "secureConnect" : "connect", onConnected);
  });
  outgoing.on("error", (error: NodeJS.ErrnoException) => {
    reject(reason ?? connectionFailed(provider, outgoing, error));
  });
  return () => {
    clearTimeout(connecting);
    clearTimeout(waiting);
  };
}

/** Which socket to write to, and what to ask for there. */
export interface Route extends RequestOptions {
  agent: Agent;
  /** What the route itself adds. */
  headers?: Record<string, string>;
}

const agents = new Map<string, Promise<Agent>>();

/** One pool of kept-alive connections for each kind of route. Idle ones don't hold the process. */
async function findRoute(url: URL, options: SendOptions): Promise<Route> {
  const proxy = findProxy(url, options.env ?? process.env);
  const target = {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    path: `${url.pathname}${url.search}`,
  };
  if (proxy === undefined) {
    return { ...target, agent: await agentFor(url.protocol, () => directAgent(url.protocol)) };
  }
  rememberSecret(decodeURIComponent(proxy.password));
  const { proxyRoute } = await import("./proxy.js");
  return proxyRoute(target, url, proxy, agentFor);
}

function agentFor(key: string, make: () => Promise<Agent>): Promise<Agent> {
  let agent = agents.get(key);
  if (agent === undefined) {
    agent = make();
    agents.set(key, agent);
  }
  return agent;
}

async function directAgent(protocol: string): Promise<Agent> {
  const { Agent } = protocol === "https:" ? await import("node:https") : plain;
  return new Agent({ keepAlive: true });
}

export function timedOut(provider: string, what: string): ProviderError {
  const message = `${provider}: ${what}; check the network, or try again`;
  return new ProviderError("timeout", message, { provider, retryable: true });
}

function connectionFailed(
  provider: string,
  outgoing: ClientRequest,
  error: NodeJS.ErrnoException,
): ProviderError {
  const { host } = outgoing;
  const what = error.code ?? redact(error.message);
  const advice =
    error.code === "ECONNREFUSED"
      ? "is the server running, and its address right?"
      : "check the network and the address, or try again";
  return new ProviderError(
    "connection",
    `${provider}: no connection to ${host} (${what}); ${advice}`,
    {
      provider,
      retryable: true,
      cause: error,
    },
  );
}
