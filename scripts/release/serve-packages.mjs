// The least of an npm registry, on loopback: it hands out the packages that were packed here, and sends npm on to its
// usual registry for all others.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** Serves the packed packages; resolves with the address and a way to stop. */
export async function servePackages(packages, upstream) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const asked = packages.find(({ name }) => path === `/${name}` || path === `/${name}.tgz`);
    if (!asked) {
      response.writeHead(302, { location: new URL(`.${request.url}`, upstream).href }).end();
    } else if (path.endsWith(".tgz")) {
      response.end(readFileSync(asked.tarball));
    } else {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(describe(asked, `http://${request.headers.host}`)));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    stop() {
      // Npm keeps connections open for as long as it runs, and longer.
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function describe({ name, manifest, tarball }, address) {
  const { version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { tarball: `${address}/${encodeURIComponent(name)}.tgz`, integrity };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
