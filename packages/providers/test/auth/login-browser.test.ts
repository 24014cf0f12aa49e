import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasBrowser, openBrowser } from "../../../../test-support/browser.js";
import { login } from "../../src/index.js";
import { useFolder } from "../support/use-folder.js";
import { useVendor } from "../support/use-vendor.js";

describe.skipIf(!hasBrowser())("the login page in a browser", () => {
  const home = useFolder();
  const vendor = useVendor();

  it("takes a key typed by a person, after a wrong one", async () => {
    const json = { "content-type": "application/json" };
    vendor.answer(
      { status: 401, headers: json, frames: ["{}"] },
      { headers: json, frames: ["{}"] },
    );
    let done: Promise<void> = Promise.resolve();
    const url = await new Promise<string>((resolve, reject) => {
      done = login({ provider: "openai", home, env: {}, baseUrl: vendor.url, onUrl: resolve });
      done.catch(reject);
    });
    const page = await (await openBrowser()).newPage();
    await page.goto(url);
    await page.getByLabel("API key").fill("key-wrong-1234");
    await page.getByRole("button", { name: "Log in" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("openai answered 401");
    await page.getByLabel("API key").fill("key-right-1234");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("You are logged in").waitFor();
    await done;
    const file = JSON.parse(await readFile(join(home, "auth.json"), "utf8")) as object;
    expect(file).toEqual({ openai: { api_key: "key-right-1234" } });
  });
});
