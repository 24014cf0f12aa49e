import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Whether there is a browser to look at a page with; says so if there is none. */
export function hasBrowser(): boolean {
  const found = existsSync(executablePath);
  if (!found) console.warn(`skipped: looking at a page in a browser needs ${executablePath}`);
  return found;
}

/** A real browser, gone when the test ends. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args });
  onTestFinished(() => browser.close());
  return browser;
}

/** A file as a browser shows it, with what it asked for and complained about. */
export async function openFile(
  file: string,
  options: { colorScheme?: "light" | "dark" } = {},
): Promise<{ page: Page; requests: string[]; complaints: string[] }> {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1_000, height: 900 }, ...options });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`file://${file}`);
  return { page, requests, complaints };
}
