import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { aborted, ProviderError } from "../../errors.js";

const TEN_MINUTES = 600_000;

export interface LocalServer {
  port: number;
  /** Settles with what `finish` or `fail` was given, after the server has gone. */
  done: Promise<string>;
  finish(result: string): void;
  fail(error: Error): void;
}

/**
 * A server for one errand of one person: on 127.0.0.1 only, for at most ten minutes, gone after use.
 * Requests under another host name are refused, since any web page can point a name at 127.0.0.1.
 * Any program on this machine can send anything: a request that `handle` chokes on is answered with
 * 400, and the server goes on waiting for the right one.
 */
export async function startLocalServer(
  provider: string,
  options: { port: number; signal: AbortSignal | undefined },
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else sendPage(response, 400, "bad request");
    });
  });
  // Being async, it also turns what is thrown before the first wait into a rejection.
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    // No address any more: the server is closing, and this came over a connection that was kept.
    const { port } = server.address() as AddressInfo;
    const { host } = request.headers;
    if (host === `127.0.0.1:${port}` || host === `localhost:${port}`) {
      await handle(request, response);
    } else sendPage(response, 403, "wrong host");
  };
  await new Promise<void>((resolve, refuse) => {
    server.once("error", (cause) => {
      const what = `port ${options.port} of this machine can't be used for the login (${cause.message})`;
      refuse(new ProviderError("connection", `${what}; close what uses it`, { provider, cause }));
    });
    server.listen(options.port, "127.0.0.1", resolve);
  });
  server.on("error", (cause) => {
    const what = `the server for the login failed (${cause.message})`;
    fail(new ProviderError("connection", `${what}; try again`, { provider, cause }));
  });
  let resolve: (result: string) => void;
  let reject: (error: Error) => void;
  const done = new Promise<string>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  let settled = false;
  const settle = (report: () => void) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
    server.close(() => {
      report();
    });
    server.closeIdleConnections();
    // The browser still has to read the last page, but not for long.
    setTimeout(() => {
      server.closeAllConnections();
    }, 1000).unref();
  };
  const fail = (error: Error) => {
    settle(() => {
      reject(error);
    });
  };
  const onAbort = () => {
    server.closeAllConnections();
    fail(aborted(provider, "login"));
  };
  const timer = setTimeout(() => {
    fail(new ProviderError("timeout", "nobody logged in for ten minutes", { provider }));
  }, TEN_MINUTES);
  if (options.signal?.aborted === true) onAbort();
  else options.signal?.addEventListener("abort", onAbort, { once: true });
  return {
    port: (server.address() as AddressInfo).port,
    done,
    fail,
    finish(result) {
      settle(() => {
        resolve(result);
      });
    },
  };
}

/** Sends a page that no other site may frame, cache, or learn the address of. */
export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "cache-control": "no-store",
    // With "no-referrer", browsers hide the origin of our own form from us, too.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  response.end(html);
}
