import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

test("login takes a key without showing it, model switches to that provider, logout forgets it", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(
      `${request.method ?? ""} ${request.url ?? ""} ${request.headers.authorization ?? ""}`,
    );
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ id: "harbour-1" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const home = makeFolder();
  writeFileSync(
    join(home, "models.json"),
    JSON.stringify({
      providers: {
        harbour: { baseUrl: `http://127.0.0.1:${port}/v1`, models: [{ id: "harbour-1" }] },
      },
    }),
  );
  const zot = new ZotScreen(offline, { home, rows: 30 });
  zot.send("/login");
  await zot.waitFor(/● Log in/);
  expect(await zot.screen()).toContain("Anthropic");
  zot.press("esc");
  await zot.waitFor("Ask, or / for commands");
  zot.send("/login harbour");
  await zot.waitFor("Paste a key here");
  zot.press("enter");
  await zot.waitFor(/● API key/);
  zot.type("sk-very-secret-key");
  await zot.waitFor("••••••••••••••••••");
  zot.press("enter");
  await zot.waitFor("now talking to harbour-1");
  await zot.waitFor("harbour/harbour-1");
  expect(zot.bytes).not.toContain("very-secret");
  expect(asked.join("\n")).toContain("Bearer sk-very-secret-key");
  zot.send("/model");
  await zot.waitFor(/● Model/);
  zot.type("offline");
  await zot.waitFor(/› Offline/);
  zot.press("enter");
  await zot.waitFor("now talking to Offline");
  expect(readFileSync(join(home, "config.json"), "utf8")).toContain('"provider": "offline"');
  zot.send("/model harbour-1");
  await zot.waitFor("now talking to harbour-1");
  zot.send("/logout harbour");
  await zot.waitFor("the login of harbour is forgotten");
  expect(readFileSync(join(home, "auth.json"), "utf8")).not.toContain("very-secret");
  await zot.leave();
});
