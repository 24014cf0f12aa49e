import { Agent as HttpAgent, request, type Agent, type RequestOptions } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import type { Route } from "./send.js";

type AgentFor = (key: string, make: () => Promise<Agent>) => Promise<Agent>;
type Connected = (error: Error | null, stream?: Duplex) => void;

/** The way to a target through a proxy: a tunnel for https, a forwarded request for http. */
export async function proxyRoute(
  target: Omit<RequestOptions, "agent" | "headers">,
  url: URL,
  proxy: URL,
  agentFor: AgentFor,
): Promise<Route> {
  if (proxy.protocol !== "http:" && proxy.protocol !== "https:") {
    throw new Error(`a proxy must be http or https, not ${proxy.protocol}`);
  }
  if (url.protocol === "https:") {
    const agent = await agentFor(`tunnel ${proxy.href}`, () =>
      Promise.resolve(new TunnelAgent(proxy)),
    );
    return { ...target, agent };
  }
  const agent = await agentFor(`forward ${proxy.href}`, () =>
    Promise.resolve(new HttpAgent({ keepAlive: true })),
  );
  return {
    protocol: "http:",
    hostname: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port,
    path: url.href,
    headers: { host: url.host, ...authorisation(proxy) },
    agent,
  };
}

/** Asks the proxy for a tunnel to the target and speaks TLS through it. */
class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({ keepAlive: true });
    this.#proxy = proxy;
  }

  override createConnection(options: RequestOptions, connected: Connected): undefined {
    const target = `${options.host ?? "localhost"}:${options.port ?? 443}`;
    const connecting = request({
      method: "CONNECT",
      hostname: this.#proxy.hostname.replace(/^\[|\]$/g, ""),
      port: this.#proxy.port || 80,
      path: target,
      headers: { host: target, ...authorisation(this.#proxy) },
      agent: false,
    });
    connecting.once("connect", (response, socket) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        connected(new Error(`the proxy refused a tunnel with status ${response.statusCode ?? 0}`));
        return;
      }
      connected(null, connectTls({ ...(options as ConnectionOptions), socket }));
    });
    connecting.once("error", connected);
    connecting.end();
    return undefined;
  }
}

function authorisation(proxy: URL): Record<string, string> {
  if (proxy.username === "") return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
