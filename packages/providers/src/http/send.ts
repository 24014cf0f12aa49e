import * as plain from "node:http";
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
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
  const isSecure = request.url.protocol === "https:";
  if (!isSecure && request.url.protocol !== "http:") {
    const message = `${request.url.href} is not a web address; use one with https:// or http://`;
    throw new ProviderError("bad_request", message, { provider: options.provider });
  }
  // Loading TLS takes ten times as long as loading HTTP; a local server needs none.
  const http = isSecure ? await import("node:https") : plain;
  const { abandon, ...route } = await findRoute(request.url, options);
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
    const settle = watch(outgoing, options, (error) => {
      abandon?.(outgoing);
      reject(error);
    });
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
  options: SendOptions,
  fail: (error: ProviderError) => void,
): () => void {
  const { provider, signal } = options;
  let waiting: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(connecting);
    clearTimeout(waiting);
  };
  // A request that has no socket yet tells nobody that it was destroyed.
  const stop = (error: ProviderError) => {
    settle();
    signal.removeEventListener("abort", onAbort);
    outgoing.destroy(error);
    fail(error);
  };
  const onAbort = () => {
    stop(aborted(provider));
  };
  signal.addEventListener("abort", onAbort, { once: true });
  outgoing.once("close", () => {
    settle();
    signal.removeEventListener("abort", onAbort);
  });
  const connecting = setTimeout(() => {
    stop(timedOut(provider, `no connection after ${options.connectMs / 1000} s`));
  }, options.connectMs);
  const onConnected = () => {
    clearTimeout(connecting);
    waiting = setTimeout(() => {
      stop(timedOut(provider, `no answer after ${options.silenceMs / 1000} s`));
    }, options.silenceMs);
  };
  outgoing.once("socket", (socket) => {
    if (outgoing.reusedSocket) onConnected();
    else if (isSecureSocket(socket)) socket.once("secureConnect", onConnected);
    else if (socket.connecting) socket.once("connect", onConnected);
    else onConnected();
  });
  outgoing.on("error", (error: NodeJS.ErrnoException) => {
    fail(connectionFailed(provider, outgoing, error));
  });
  return settle;
}

/** A new one has yet to shake hands, also one that goes through a tunnel that stands. */
function isSecureSocket(socket: Socket): boolean {
  return (socket as Partial<TLSSocket>).encrypted === true;
}

/** Which socket to write to, and what to ask for there. */
export interface Route extends RequestOptions {
  agent: Agent;
  /** What the route itself adds. */
  headers?: Record<string, string>;
  /** Sent to the server that is connected to, and what its certificate must be for; the host by default. */
  servername?: string;
  /** Ends the attempt to reach a socket for a request that is not wanted any more. */
  abandon?: (request: ClientRequest) => void;
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

/** A key always goes with the same kind of agent. */
function agentFor<Kind extends Agent>(key: string, make: () => Promise<Kind>): Promise<Kind> {
  const agent = (agents.get(key) as Promise<Kind> | undefined) ?? make();
  agents.set(key, agent);
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

/** What OpenSSL and Node call a certificate that is not to be believed. */
const CERTIFICATE = /CERT|SIGNED|VERIFY/;

function connectionFailed(
  provider: string,
  outgoing: ClientRequest,
  error: NodeJS.ErrnoException,
): ProviderError {
  const { host } = outgoing;
  const what = error.code ?? redact(error.message);
  const isDoubted = CERTIFICATE.test(error.code ?? "");
  const advice = isDoubted
    ? "its certificate, or the proxy's, can't be verified; NODE_EXTRA_CA_CERTS names a file with a CA of your own"
    : error.code === "ECONNREFUSED"
      ? "is the server running, and its address right?"
      : "check the network and the address, or try again";
  return new ProviderError(
    "connection",
    `${provider}: no connection to ${host} (${what}); ${advice}`,
    {
      provider,
      retryable: !isDoubted,
      cause: error,
    },
  );
}
