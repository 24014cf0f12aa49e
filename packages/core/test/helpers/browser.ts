import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const CHROMIUM = "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Whether there is a browser to look at a page with; says so if there is none. */
export function hasBrowser(): boolean {
  const found = existsSync(CHROMIUM);
  if (!found) console.log(`Skipped: the look at a page in a browser; there is no ${CHROMIUM}.`);
  return found;
}

/** A file as a browser shows it. The browser is gone when the test ends. */
export async function openInBrowser(
  file: string,
  options: { colorScheme?: "light" | "dark" } = {},
): Promise<{ page: Page; requests: string[]; complaints: string[] }> {
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1_000, height: 900 }, ...options });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`file://${file}`);
  return { page, requests, complaints };
}
