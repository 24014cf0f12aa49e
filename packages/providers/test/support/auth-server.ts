import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A small authorisation server: PKCE, device codes and refresh, with a count of what it issued. */
export class AuthServer {
  refreshes = 0;
  /** How often the device endpoint says that the user has not typed the code yet. */
  pending = 2;
  readonly forms: Record<string, string>[] = [];
  #challenge = "";
  readonly #server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
      const url = new URL(request.url ?? "/", this.url);
      if (url.pathname === "/authorize") {
        this.#challenge = url.searchParams.get("code_challenge") ?? "";
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        if (url.searchParams.get("scope") === "denied")
          back.searchParams.set("error", "access_denied");
        else back.searchParams.set("code", "code-from-the-server");
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      const form = Object.fromEntries(new URLSearchParams(text));
      this.forms.push(form);
      const [status, answer] = this.#answer(url.pathname, form);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    })();
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(path: string, form: Record<string, string>): [number, object] {
    if (path === "/device") {
      const verification_uri = `${this.url}/activate`;
      const codes = { device_code: "device-code-1234", user_code: "ABCD-EFGH", verification_uri };
      return [200, { ...codes, interval: 0, expires_in: 60 }];
    }
    const token = { token_type: "Bearer", expires_in: 3600, scope: "models" };
    switch (form.grant_type) {
      case "authorization_code": {
        const proof = createHash("sha256")
          .update(form.code_verifier ?? "")
          .digest("base64url");
        if (form.code !== "code-from-the-server" || proof !== this.#challenge) {
          return [400, { error: "invalid_grant", error_description: "the proof is wrong" }];
        }
        return [200, { ...token, access_token: "access-by-pkce", refresh_token: "refresh-1" }];
      }
      case "urn:ietf:params:oauth:grant-type:device_code":
        this.pending -= 1;
        if (this.pending >= 0) return [400, { error: "authorization_pending" }];
        return [200, { ...token, access_token: "access-by-device", refresh_token: "refresh-1" }];
      case "refresh_token":
        if (form.refresh_token !== "refresh-1") return [400, { error: "invalid_grant" }];
        this.refreshes += 1;
        return [200, { ...token, access_token: `access-refreshed-${this.refreshes}` }];
      default:
        return [400, { error: "unsupported_grant_type" }];
    }
  }
}
