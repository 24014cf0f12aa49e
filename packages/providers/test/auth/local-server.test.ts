import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as ask } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AuthServer } from "../support/auth-server.js";
import { FakeVendor } from "../support/fake-vendor.js";

/** A process of its own finds @zot/providers by its name from the package's folder. */
const cwd = fileURLToPath(new URL("../..", import.meta.url));

const WITH_BROWSER = `
  import { loginWithOAuth } from "@zot/providers";
  const [home, server] = process.argv.slice(1);
  const oauth = { authorizeUrl: server + "/authorize", tokenUrl: server + "/token", clientId: "zot-test" };
  await loginWithOAuth({ provider: "my-company", home, oauth, onUrl: (url) => console.log(url) });
`;
const WITH_KEY = `
  import { login } from "@zot/providers";
  const [home, server] = process.argv.slice(1);
  await login({ provider: "my-company", home, env: {}, baseUrl: server, onUrl: (url) => console.log(url) });
`;

/** What a program that means no good, or none at all, sends to the port. */
const NASTY: [string, (host: string) => string | Buffer][] = [
  ["a path of two slashes", (host) => `GET // HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["an address without a host", (host) => `GET http:// HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["half an IPv6 address", (host) => `GET //[ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["a port that is none", (host) => `GET //x:99999999 HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["a star", (host) => `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["broken percent signs", (host) => `GET /%E0%A4%A?%zz=%ff HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["backslashes", (host) => `GET \\\\\\ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  [
    "bytes that are no UTF-8",
    (host) => Buffer.from(`GET /\xff\xfe HTTP/1.1\r\nHost: ${host}\r\n\r\n`, "latin1"),
  ],
  ["no host", () => "GET / HTTP/1.1\r\n\r\n"],
  ["no host, in HTTP 1.0", () => "GET // HTTP/1.0\r\n\r\n"],
  ["a host that is none", () => "GET // HTTP/1.1\r\nHost: [\r\n\r\n"],
  ["two hosts", (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`],
  ["a method that is none", (host) => `BREW / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["a tunnel", (host) => `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  [
    "an upgrade",
    (host) =>
      `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
  [
    "an expectation",
    (host) => `POST / HTTP/1.1\r\nHost: ${host}\r\nExpect: wonders\r\nContent-Length: 1\r\n\r\n`,
  ],
  [
    "a huge header",
    (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
  ],
  ["a huge path", (host) => `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ["garbage", () => Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x00, 0x0d, 0x0a, 0x0d, 0x0a])],
  ["half a request", (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Ha`],
  [
    "half a body",
    (host) => `POST PATH HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\nkey=`,
  ],
  [
    "a body in wrong pieces",
    (host) =>
      `POST PATH HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n!\r\n`,
  ],
  [
    "a body that does not end",
    (host) =>
      `POST PATH HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9000000\r\n\r\n${"k".repeat(100_000)}`,
  ],
  ["a hundred requests at once", (host) => `GET // HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(100)],
];

/** Sends the bytes and goes: orderly, or as somebody who pulls the plug. */
async function send(port: number, bytes: string | Buffer, leave: (socket: Socket) => void) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(bytes, resolve));
  leave(socket);
  if (!socket.closed) await once(socket, "close");
}

function get(url: URL): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    ask(url, { agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, body });
      });
    })
      .on("error", reject)
      .end();
  });
}

describe.each([
  ["the port that a browser comes back to", WITH_BROWSER],
  ["the page that takes a key", WITH_KEY],
])("R13: %s survives", (_, program) => {
  const home = mkdtempSync(join(tmpdir(), "zot-login-"));
  let server: AuthServer | FakeVendor;
  let child: ChildProcess;
  let shown: URL;
  let page: URL;
  let errors = "";
  beforeAll(async () => {
    server = await (program === WITH_KEY ? new FakeVendor() : new AuthServer()).listen();
    const args = ["--input-type=module", "-e", program, home, server.url];
    child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const [line] = (await once(lines, "line")) as [string];
    shown = new URL(line);
    page = new URL(shown.searchParams.get("redirect_uri") ?? shown.href);
  });
  afterAll(async () => {
    child.kill("SIGKILL");
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(NASTY)("%s", async (_what, bytes) => {
    const made = bytes(page.host);
    const raw = typeof made === "string" ? made.replace("PATH", page.pathname) : made;
    await send(Number(page.port), raw, (socket) => socket.end());
    await send(Number(page.port), raw, (socket) => socket.resetAndDestroy());
    expect((await get(new URL("/elsewhere", page))).status, errors).toBe(404);
  });

  it("and the login that it is there for", async () => {
    const exited = once(child, "exit");
    if (program === WITH_BROWSER) await fetch(shown);
    else {
      const { body } = await get(page);
      const csrf = /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? "";
      const form = new URLSearchParams({ csrf, key: "a-key-that-works" });
      await fetch(page, { method: "POST", body: form, headers: { origin: page.origin } });
    }
    expect(await exited, errors).toEqual([0, null]);
    expect(readFileSync(join(home, "auth.json"), "utf8")).toMatch(
      /access-by-pkce|a-key-that-works/,
    );
  });
});
