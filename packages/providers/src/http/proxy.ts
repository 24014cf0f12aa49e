import { Agent as HttpAgent, type Agent, type ClientRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP } from "node:net";
import { HttpsProxyAgent } from "https-proxy-agent";
import { rememberSecret } from "../redact.js";
import type { Route } from "./send.js";

type AgentFor = <Kind extends Agent>(key: string, make: () => Promise<Kind>) => Promise<Kind>;

/**
 * The way to a target through a proxy: a tunnel for https, a forwarded request for http. A proxy whose
 * address is an https one is spoken to inside TLS, and only after its certificate was checked.
 */
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
    return {
      ...target,
      agent,
      abandon: (request) => {
        agent.abandon(request);
      },
    };
  }
  const isSecure = proxy.protocol === "https:";
  const agent = await agentFor(`forward ${proxy.href}`, () =>
    Promise.resolve(new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true })),
  );
  const hostname = proxy.hostname.replace(/^\[|\]$/g, "");
  return {
    protocol: proxy.protocol,
    hostname,
    port: proxy.port,
    path: url.href,
    headers: { host: url.host, ...authorisation(proxy) },
    agent,
    // Left to itself, Node would hold the proxy's certificate against the name in the host header.
    ...(isSecure ? { servername: isIP(hostname) === 0 ? hostname : "" } : {}),
  };
}

/** Asks the proxy for a tunnel to the target and speaks TLS through it. Tunnels that stand are kept for later requests. */
class TunnelAgent extends HttpsProxyAgent<string> {
  readonly #asking = new WeakMap<ClientRequest, AbortController>();
  readonly #headers: Record<string, string>;

  constructor(proxy: URL) {
    const bare = new URL(proxy);
    // The library logs the address if DEBUG asks for it.
    bare.username = "";
    bare.password = "";
    super(bare, { keepAlive: true });
    this.#headers = authorisation(proxy);
  }

  /** Gives up on a proxy that has not answered: until it does there is no socket that a request could close. */
  abandon(request: ClientRequest): void {
    this.#asking.get(request)?.abort();
  }

  override async connect(
    request: ClientRequest,
    options: Parameters<HttpsProxyAgent<string>["connect"]>[1],
  ): ReturnType<HttpsProxyAgent<string>["connect"]> {
    const asking = new AbortController();
    this.#asking.set(request, asking);
    let status: number | undefined;
    request.once("proxyConnect", ({ statusCode }: { statusCode: number }) => {
      status = statusCode;
    });
    const { signal } = asking;
    const asker = new HttpsProxyAgent(this.proxy, { headers: this.#headers, signal });
    const socket = await asker.connect(request, options);
    this.#asking.delete(request);
    if (status === 200) return socket;
    socket.destroy();
    throw new Error(`the proxy refused a tunnel with status ${status ?? 0}`);
  }
}

function authorisation(proxy: URL): Record<string, string> {
  if (proxy.username === "") return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const basic = Buffer.from(pair).toString("base64");
  rememberSecret(basic);
  return { "proxy-authorization": `Basic ${basic}` };
}
