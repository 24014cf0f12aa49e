import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { request } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { afterEach } from "vitest";
import type { TestCertificate } from "../../../providers/test/support/certificate.js";

const closers = new Set<() => void>();
afterEach(() => {
  for (const close of closers) close();
  closers.clear();
});

export interface TlsProxy {
  port: number;
  /** Every byte that came in, as it was on the wire. */
  wire: () => Buffer;
  /** What the proxy was asked inside TLS: the line, and the credentials for the proxy. */
  asked: string[];
}

/** A proxy that is reached over TLS. It leads every name to 127.0.0.1. */
export async function startTlsProxy(certificate: TestCertificate): Promise<TlsProxy> {
  const wire: Buffer[] = [];
  const asked: string[] = [];
  const inner = createHttpsServer(certificate, (incoming, outgoing) => {
    asked.push(
      `${incoming.method ?? ""} ${incoming.url ?? ""} ${incoming.headers["proxy-authorization"] ?? ""}`,
    );
    const { port, pathname } = new URL(incoming.url ?? "");
    const onward = request({
      host: "127.0.0.1",
      port,
      path: pathname,
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  inner.on("connect", (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url ?? ""} ${incoming.headers["proxy-authorization"] ?? ""}`);
    const [, port] = (incoming.url ?? "").split(":");
    const upstream = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    socket.on("error", () => undefined);
    upstream.on("error", () => undefined);
  });
  const innerPort = await listen(inner);
  const sockets = new Set<Socket>();
  const outer = createTcpServer((socket) => {
    const safe = connect(innerPort, "127.0.0.1");
    for (const each of [socket, safe]) sockets.add(each.on("error", () => undefined));
    socket.on("data", (bytes) => wire.push(bytes));
    socket.pipe(safe).pipe(socket);
  });
  closers.add(() => {
    for (const socket of sockets) socket.destroy();
    outer.close();
    inner.close();
  });
  return { port: await listen(outer), wire: () => Buffer.concat(wire), asked };
}

/** A server that takes connections and whatever comes over them, and never says a word. */
export async function startMuteServer(): Promise<{ port: number; connected: Promise<Socket> }> {
  const mute = createTcpServer((socket) => {
    socket.on("error", () => undefined).resume();
    closers.add(() => socket.destroy());
  });
  const connected = new Promise<Socket>((resolve) => mute.once("connection", resolve));
  closers.add(() => mute.close());
  return { port: await listen(mute), connected };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}
