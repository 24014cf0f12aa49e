import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeCertificate } from "../../providers/test/support/certificate.js";
import { startFakeModel } from "./support/fake-model.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { startZot } from "./support/start-zot.js";
import { startMuteServer, startTlsProxy } from "./support/tls-proxy.js";

const PASSWORD = "proxy-password-1234";
const KEY = "key-for-the-model-1234";
const BASIC = `Basic ${Buffer.from(`user:${PASSWORD}`).toString("base64")}`;

async function makeSite(names: string[] = ["localhost", "model.test"]) {
  const certificate = makeCertificate(names, ["127.0.0.1"]);
  const ca = join(await makeFolder(), "ca.pem");
  await writeFile(ca, certificate.cert);
  return { certificate, ca };
}

const ask = (baseUrl: string, env: Record<string, string>) =>
  runZot(["-p", "--provider", "openai", "--base-url", baseUrl, "--model", "m", "hi"], {
    env: { OPENAI_API_KEY: KEY, ...env },
  });

/** Nothing of this is to be seen by anyone on the way to the proxy. */
function expectOnlyTls(wire: Buffer): void {
  // The first byte of a TLS handshake record.
  expect(wire[0]).toBe(0x16);
  const text = wire.toString("latin1");
  for (const secret of [PASSWORD, KEY, BASIC, "CONNECT ", "POST "])
    expect(text).not.toContain(secret);
}

describe("a proxy that is reached over https", () => {
  test("R17: is asked for a tunnel inside TLS, once for all requests", async () => {
    const { certificate, ca } = await makeSite();
    const proxy = await startTlsProxy(certificate);
    const seen: (string | undefined)[] = [];
    const call = { index: 0, id: "c1", function: { name: "read", arguments: '{"path":"x"}' } };
    const answers = [
      { delta: { tool_calls: [call] }, finish_reason: "tool_calls" },
      { delta: { content: "through the tunnel" }, finish_reason: "stop" },
    ];
    const model = createServer(certificate, (incoming, outgoing) => {
      seen.push(incoming.headers.authorization, incoming.headers["proxy-authorization"]);
      incoming.resume();
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      const choices = [{ index: 0, ...answers.shift() }];
      outgoing.end(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => {
      model.closeAllConnections();
      model.close();
    });
    await once(model, "listening");
    const { port } = model.address() as AddressInfo;
    const { stdout, stderr } = await ask(`https://model.test:${port}/v1`, {
      HTTPS_PROXY: `https://user:${PASSWORD}@localhost:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: ca,
    });
    expect({ stdout, stderr }).toEqual({
      stdout: "through the tunnel\n",
      stderr: expect.any(String) as string,
    });
    expect(proxy.asked).toEqual([`CONNECT model.test:${port} ${BASIC}`]);
    expect(seen).toEqual([`Bearer ${KEY}`, undefined, `Bearer ${KEY}`, undefined]);
    expectOnlyTls(proxy.wire());
  });

  test("R17: is given requests to forward inside TLS", async () => {
    const { certificate, ca } = await makeSite(["localhost"]);
    const proxy = await startTlsProxy(certificate);
    const { baseUrl, requests } = await startFakeModel({ text: "forwarded" });
    const address = baseUrl.replace("127.0.0.1", "model.test");
    const { stdout } = await ask(address, {
      HTTP_PROXY: `https://user:${PASSWORD}@localhost:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: ca,
    });
    expect(stdout).toBe("forwarded\n");
    expect(proxy.asked).toEqual([`POST ${address}/chat/completions ${BASIC}`]);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expectOnlyTls(proxy.wire());
  });

  test.each([
    ["HTTPS_PROXY", "https://model.test:1/v1"],
    ["HTTP_PROXY", "http://model.test:1/v1"],
  ])("R17: gets nothing (%s) while nobody vouches for it", async (variable, baseUrl) => {
    const { certificate } = await makeSite();
    const proxy = await startTlsProxy(certificate);
    const { code, stdout, stderr } = await ask(baseUrl, {
      [variable]: `https://user:${PASSWORD}@localhost:${proxy.port}`,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY|DEPTH_ZERO/);
    expect(stderr).not.toContain(PASSWORD);
    expect(proxy.asked).toEqual([]);
  });

  test("R17: gets nothing while its certificate is for another name", async () => {
    const { certificate, ca } = await makeSite(["elsewhere.test"]);
    const proxy = await startTlsProxy(certificate);
    const { stderr } = await ask("https://model.test:1/v1", {
      HTTPS_PROXY: `https://user:${PASSWORD}@localhost:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: ca,
    });
    expect(stderr).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
    expect(proxy.asked).toEqual([]);
  });
});

describe("a proxy that takes the connection and never answers", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "G4: does not keep %s from ending zot",
    async (signal) => {
      const { port, connected } = await startMuteServer();
      const zot = await startZot(
        ["-p", "--provider", "openai", "--base-url", "https://model.test/v1", "--model", "m", "hi"],
        { env: { OPENAI_API_KEY: KEY, HTTPS_PROXY: `http://127.0.0.1:${port}` } },
      );
      await connected;
      zot.signal(signal);
      const { code } = await zot.finished;
      expect(code).toBe(signal === "SIGINT" ? 130 : 143);
    },
  );
});
