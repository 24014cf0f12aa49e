import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { redact } from "../../redact.js";
import { sendPage, startLocalServer } from "./local-server.js";
import { renderDone, renderForm } from "./login-page.js";

const LONGEST_FORM = 16 * 1024;

export interface LoginPageOptions {
  provider: string;
  title: string;
  keyPage: string | undefined;
  signal: AbortSignal | undefined;
  onUrl: (url: string) => void;
  /** Tries and keeps the key; what it throws is shown on the page. */
  accept: (key: string) => Promise<void>;
}

/** Serves the form until a key was accepted. The address holds a secret of its own, good for once. */
export async function serveLoginPage(options: LoginPageOptions): Promise<void> {
  const path = `/${randomBytes(24).toString("base64url")}`;
  const csrf = randomBytes(24).toString("base64url");
  const { provider, title, keyPage, signal } = options;
  const form = (error?: string) => renderForm({ title, keyPage, action: path, csrf, error });
  const server = await startLocalServer(
    provider,
    { port: 0, signal },
    async (request, response) => {
      if (request.url !== path) {
        sendPage(response, 404, renderDone("Not here", "Use the address that zot showed."));
        return;
      }
      if (request.method === "GET") {
        sendPage(response, 200, form());
        return;
      }
      const fields = request.method === "POST" ? await readForm(request) : undefined;
      if (
        fields === undefined ||
        !isOwnOrigin(request) ||
        !isSame(fields.get("csrf") ?? "", csrf)
      ) {
        sendPage(response, 403, renderDone("Refused", "This did not come from zot's page."));
        return;
      }
      try {
        await options.accept((fields.get("key") ?? "").trim());
      } catch (error) {
        sendPage(response, 422, form(redact((error as Error).message)));
        return;
      }
      sendPage(response, 200, renderDone("You are logged in", "You can close this page."));
      server.finish("");
    },
  );
  options.onUrl(`http://127.0.0.1:${server.port}${path}`);
  await server.done;
}

/** Browsers name the page that a form came from. */
function isOwnOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined || headers.origin === `http://${headers.host ?? ""}`;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > LONGEST_FORM) return undefined;
  }
  return new URLSearchParams(text);
}
