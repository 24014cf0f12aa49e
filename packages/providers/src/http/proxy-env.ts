/** The proxy that the usual variables name for a URL; undefined for a direct connection. */
export function findProxy(url: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const named =
    url.protocol === "https:"
      ? (env.HTTPS_PROXY ?? env.https_proxy)
      : // Upper-case HTTP_PROXY can be set by a client of a CGI program; nothing here runs as one.
        (env.http_proxy ?? env.HTTP_PROXY);
  const proxy = named ?? env.ALL_PROXY ?? env.all_proxy;
  if (!proxy || isExempt(url, env.NO_PROXY ?? env.no_proxy ?? "")) return undefined;
  return new URL(proxy.includes("://") ? proxy : `http://${proxy}`);
}

/** Entries are host names, domains with or without a leading dot, with an optional port, or `*`. */
function isExempt(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = entry, wantedPort] = /^\[?([^\]]+?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      if (wantedPort !== undefined && wantedPort !== port) return false;
      const domain = name.replace(/^\*?\./, "");
      return host === domain || host.endsWith(`.${domain}`);
    });
}
