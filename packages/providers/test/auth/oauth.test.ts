import { execFile } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  findCredential,
  locateCredential,
  loginWithDevice,
  loginWithOAuth,
} from "../../src/index.js";
import { AuthServer } from "../support/auth-server.js";
import { useFolder } from "../support/use-folder.js";

const run = promisify(execFile);
/** A process of its own finds @zot/providers by its name from the package's folder. */
const cwd = fileURLToPath(new URL("../..", import.meta.url));
const program = `
  import { findCredential } from "@zot/providers";
  const [provider, home] = process.argv.slice(1);
  const credential = await findCredential({ provider, home, env: {} });
  process.stdout.write(credential.secret);
`;

const home = useFolder();
let server: AuthServer;
beforeEach(async () => {
  server = await new AuthServer().listen();
});
afterEach(() => server.close());

const provider = "my-company";
const stored = async () =>
  JSON.parse(await readFile(join(home, "auth.json"), "utf8")) as Record<string, unknown>;

function pkce(more: object = {}) {
  return {
    authorizeUrl: `${server.url}/authorize`,
    tokenUrl: `${server.url}/token`,
    clientId: "zot-test",
    ...more,
  };
}

/** Does what a browser would. */
function visit(url: string): void {
  void fetch(url).catch(() => undefined);
}

describe("logging in with a browser", () => {
  it("keeps the tokens with what is needed to refresh them", async () => {
    await loginWithOAuth({ provider, home, oauth: pkce(), onUrl: visit });
    expect(await stored()).toMatchObject({
      additional_api_key_creds: {
        [provider]: {
          oauth: {
            access_token: "access-by-pkce",
            refresh_token: "refresh-1",
            client_id: "zot-test",
            token_url: `${server.url}/token`,
          },
        },
      },
    });
    expect(await findCredential({ provider, home, env: {} })).toMatchObject({
      kind: "oauth",
      secret: "access-by-pkce",
    });
  });

  it("ignores an answer with another state and goes on waiting", async () => {
    let refused = 0;
    await loginWithOAuth({
      provider,
      home,
      oauth: pkce(),
      onUrl: (url) => {
        void (async () => {
          const back = new URL(url).searchParams.get("redirect_uri") ?? "";
          refused = (await fetch(`${back}?code=stolen&state=guessed`)).status;
          visit(url);
        })();
      },
    });
    expect(refused).toBe(403);
    expect(await stored()).toMatchObject({
      additional_api_key_creds: { [provider]: { oauth: { access_token: "access-by-pkce" } } },
    });
  });

  it("reports a refusal", async () => {
    const attempt = loginWithOAuth({
      provider,
      home,
      oauth: pkce({ scope: "denied" }),
      onUrl: visit,
    });
    await expect(attempt).rejects.toThrow("was refused: access_denied");
  });

  it("comes back to the host, port and path that the server was told", async () => {
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    const { port: redirectPort } = busy.address() as AddressInfo;
    const oauth = pkce({ redirectPort, redirectHost: "localhost", redirectPath: "/back" });
    const taken = loginWithOAuth({ provider, home, oauth, onUrl: visit });
    await expect(taken).rejects.toThrow(`port ${redirectPort} of this machine can't be used`);
    await new Promise((resolve) => busy.close(resolve));
    let redirect: string | null = "";
    const onUrl = (url: string) => {
      redirect = new URL(url).searchParams.get("redirect_uri");
      visit(url);
    };
    await loginWithOAuth({ provider, home, oauth, onUrl });
    expect(redirect).toBe(`http://localhost:${redirectPort}/back`);
  });

  it("can be aborted", async () => {
    const abort = new AbortController();
    const attempt = loginWithOAuth({
      provider,
      home,
      oauth: pkce(),
      signal: abort.signal,
      onUrl: () => {
        abort.abort();
      },
    });
    await expect(attempt).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("logging in with a code", () => {
  it("shows the code and waits until it was typed", async () => {
    const codes: string[] = [];
    const oauth = {
      deviceUrl: `${server.url}/device`,
      tokenUrl: `${server.url}/token`,
      clientId: "zot-test",
    };
    await loginWithDevice({
      provider,
      home,
      oauth,
      onCode: ({ userCode, url }) => codes.push(`${userCode} ${url}`),
    });
    expect(codes).toEqual([`ABCD-EFGH ${server.url}/activate`]);
    expect(await stored()).toMatchObject({
      additional_api_key_creds: { [provider]: { oauth: { access_token: "access-by-device" } } },
    });
  });
});

describe("a token that has run out", () => {
  const expired = (more: object = {}) => ({
    other: { api_key: "untouched-key", note: "kept" },
    [provider]: {
      oauth: {
        access_token: "access-too-old",
        refresh_token: "refresh-1",
        expiry: "2020-01-01T00:00:00Z",
        client_id: "zot-test",
        token_url: `${server.url}/token`,
        account_id: "acc",
        extra: { kept: true },
        ...more,
      },
    },
  });

  it("is refreshed once by many processes at the same time, everything else kept", async () => {
    await writeFile(join(home, "auth.json"), JSON.stringify(expired()), { mode: 0o600 });
    const outputs = await Promise.all(
      Array.from({ length: 5 }, () =>
        run(process.execPath, ["--input-type=module", "-e", program, provider, home], { cwd }),
      ),
    );
    expect(outputs.map(({ stdout }) => stdout)).toEqual(
      Array.from({ length: 5 }, () => "access-refreshed-1"),
    );
    expect(server.refreshes).toBe(1);
    expect(await stored()).toMatchObject({
      other: { api_key: "untouched-key", note: "kept" },
      [provider]: {
        oauth: {
          access_token: "access-refreshed-1",
          refresh_token: "refresh-1",
          account_id: "acc",
          extra: { kept: true },
        },
      },
    });
  });

  it("that cannot be refreshed asks for a new login", async () => {
    const text = JSON.stringify(expired({ refresh_token: "refresh-revoked" }));
    await writeFile(join(home, "auth.json"), text, { mode: 0o600 });
    const finding = findCredential({ provider, home, env: {} });
    await expect(finding).rejects.toMatchObject({ code: "auth" });
    await expect(finding).rejects.toThrow(/invalid_grant.*log in again$/);
    expect(await locateCredential({ provider, home, env: {} })).toEqual({
      kind: "oauth",
      source: "file",
    });
  });
});
