import { ConfirmDialog, textRows } from "@zot/tui";
import type { App } from "../app.js";
import { openBrowser } from "./open-browser.js";

/** How a login that happens elsewhere tells the user what to do. */
export interface LoginGuide {
  readonly page: (url: string) => void;
  readonly code: (code: { userCode: string; url: string }) => void;
}

/** Shows what to do elsewhere until it is done; leaving the dialog ends it. True if it was done. */
export async function waitWhile(
  app: App,
  work: (signal: AbortSignal, guide: LoginGuide) => Promise<void>,
): Promise<boolean> {
  const ended = new AbortController();
  const over = new AbortController();
  const wait = (title: string, message: string) => {
    const dialog = new ConfirmDialog({
      theme: app.theme,
      title,
      message,
      signal: over.signal,
      height: () => app.screen.height - 1,
      choices: [{ value: "stop", label: "Cancel", key: "c" }],
    });
    void app.stage.show(dialog).then(() => {
      if (!over.signal.aborted) ended.abort();
    });
  };
  const guide: LoginGuide = {
    page(url) {
      // Without a box around it, an address of several rows can be copied as a whole.
      app.transcript.addRows((width) => [
        "",
        "Log in on this page:",
        ...textRows(url, width, { anywhere: true, style: app.theme.style("accent") }),
      ]);
      openBrowser(url);
      wait("Waiting for your browser", "If no page opened by itself, open the address above.");
    },
    code({ userCode, url }) {
      wait("Log in with a code", `Open    ${url}\nType    ${userCode}`);
    },
  };
  try {
    await work(ended.signal, guide);
    return true;
  } catch (error) {
    if (ended.signal.aborted) return false;
    throw error;
  } finally {
    over.abort();
  }
}
