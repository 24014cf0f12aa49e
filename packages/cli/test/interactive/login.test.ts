import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AuthServer } from "../../../providers/test/support/auth-server.js";
import { startFakeModel } from "../support/fake-model.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

/** A company with a login of its own, and a browser that visits what it is told to. */
async function makeCompany(oauth: object = {}) {
  const server = await new AuthServer().listen();
  onTestFinished(() => server.close());
  const model = await startFakeModel({ text: "Glad to see you." });
  const home = makeFolder();
  const config = {
    clientId: "zot-at-work",
    tokenUrl: `${server.url}/token`,
    authorizeUrl: `${server.url}/authorize`,
    deviceUrl: `${server.url}/device`,
    ...oauth,
  };
  writeFileSync(
    join(home, "models.json"),
    JSON.stringify({
      providers: { work: { baseUrl: model.baseUrl, oauth: config, models: [{ id: "work-1" }] } },
    }),
  );
  const browser = join(home, "browser");
  writeFileSync(browser, `#!${process.execPath}\nvoid fetch(process.argv[2]);\n`);
  chmodSync(browser, 0o755);
  const stored = () => {
    const file = JSON.parse(readFileSync(join(home, "auth.json"), "utf8")) as {
      additional_api_key_creds?: Record<string, unknown>;
    };
    return file.additional_api_key_creds?.work;
  };
  return { server, model, home, browser, stored };
}

test("a provider with a login of its own is reached with the browser; its token is used, refreshed and forgotten", async () => {
  const { server, model, home, browser, stored } = await makeCompany();
  const zot = new ZotScreen(offline, { home, env: { BROWSER: browser }, rows: 30 });
  zot.send("/model work-1");
  const ways = await zot.waitFor(/● Log in to work/);
  expect(ways).toMatch(/› Log in with your browser[^]*Log in with a code[^]*Paste a key here/);
  zot.press("enter");
  await zot.waitFor("now talking to work-1");
  expect(stored()).toMatchObject({
    oauth: { access_token: "access-by-pkce", client_id: "zot-at-work" },
  });
  zot.send("hello");
  await zot.waitFor("Glad to see you.");
  expect(model.requests.at(-1)?.headers.authorization).toBe("Bearer access-by-pkce");
  await zot.leave();

  const file = join(home, "auth.json");
  const aged = readFileSync(file, "utf8").replace(
    /"expiry": "[^"]+"/,
    '"expiry": "2020-01-01T00:00:00Z"',
  );
  writeFileSync(file, aged);
  const again = new ZotScreen(["--no-ext"], { home });
  again.send("hello again");
  await again.waitFor("Glad to see you.");
  expect(model.requests.at(-1)?.headers.authorization).toBe("Bearer access-refreshed-1");
  expect(server.refreshes).toBe(1);
  again.send("/logout work");
  await again.waitFor("the login of work is forgotten");
  expect(stored()).toBeUndefined();
  await again.leave();
  expect(zot.bytes + again.bytes).not.toMatch(/access-by-pkce|refresh-1|access-refreshed/);
});

test("a code is shown with where to type it, and leaving the dialog ends the login", async () => {
  const { server, home, stored } = await makeCompany({ authorizeUrl: undefined });
  server.pending = 1e9;
  const zot = new ZotScreen(offline, { home });
  zot.send("/login work");
  const ways = await zot.waitFor(/› Log in with a code/);
  expect(ways).not.toContain("with your browser");
  zot.press("enter");
  const code = await zot.waitFor("ABCD-EFGH");
  expect(code).toContain(`${server.url}/activate`);
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  zot.send("/login work");
  await zot.waitFor(/› Log in with a code/);
  zot.press("enter");
  await zot.waitFor("ABCD-EFGH");
  server.pending = 0;
  await zot.waitFor("now talking to work-1");
  expect(stored()).toMatchObject({ oauth: { access_token: "access-by-device" } });
  await zot.leave();
});

test("a login that was refused, or has run out, is said in one line, and zot stays usable", async () => {
  const { home, browser } = await makeCompany({ scope: "denied" });
  const zot = new ZotScreen(offline, { home, env: { BROWSER: browser } });
  zot.send("/login work");
  await zot.waitFor(/› Log in with your browser/);
  zot.press("enter");
  await zot.waitFor("the login at work was refused: access_denied");
  await zot.leave();

  const expired = { access_token: "too-old-token", expiry: "2020-01-01T00:00:00Z" };
  writeFileSync(join(home, "auth.json"), JSON.stringify({ work: { oauth: expired } }), {
    mode: 0o600,
  });
  const next = new ZotScreen(["--provider", "work", "--no-ext"], { home });
  await next.waitFor(/the login for work has expired; log in again[^.]*\/login/);
  await next.waitFor(/offline +[░█]/);
  next.send("/login");
  await next.waitFor(/work +logged in/);
  next.press("esc");
  await next.leave();
});

test("a key can be entered on a page in the browser", async () => {
  const { home, browser, stored } = await makeCompany();
  writeFileSync(
    browser,
    `#!${process.execPath}
const [url] = process.argv.slice(2);
void fetch(url).then((page) => page.text()).then((form) => {
  const csrf = /name="csrf" value="([^"]+)"/.exec(form)[1];
  const headers = { origin: new URL(url).origin };
  return fetch(url, { method: "POST", headers, body: new URLSearchParams({ csrf, key: "key-of-the-page" }) });
});
`,
  );
  const zot = new ZotScreen(offline, { home, env: { BROWSER: browser } });
  zot.send("/login work");
  await zot.waitFor(/› Log in with your browser/);
  zot.press("up", "enter");
  await zot.waitFor("now talking to work-1");
  expect(stored()).toEqual({ api_key: "key-of-the-page" });
  await zot.leave();
});

test("a refused key can be replaced where the failure is shown", async () => {
  const { baseUrl } = await startFakeModel({ status: 401, body: '{"error":{"message":"no"}}' });
  const home = makeFolder();
  writeFileSync(
    join(home, "models.json"),
    JSON.stringify({ providers: { work: { baseUrl, models: [{ id: "work-1" }] } } }),
  );
  const zot = new ZotScreen(["--provider", "work", "--api-key", "bad-key-1", "--no-ext"], { home });
  zot.send("hello");
  await zot.waitFor(/› Log in to work again/);
  zot.press("enter");
  await zot.waitFor(/● Log in to work /);
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  await zot.leave();
});
