// Writes where the sources are into every package that is about to be published, from what the forge's runner says.
// npm refuses a provenance statement that names another repository than the package does, and a fork has its own.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (!server || !repository) {
  console.error(
    "Run this where GITHUB_SERVER_URL and GITHUB_REPOSITORY say which repository it is.",
  );
  process.exit(1);
}

const packages = fileURLToPath(new URL("../packages", import.meta.url));
const address = `${server}/${repository}`;
for (const folder of readdirSync(packages)) {
  const path = join(packages, folder, "package.json");
  const manifest = {
    ...JSON.parse(readFileSync(path, "utf8")),
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
    repository: { type: "git", url: `git+${address}.git`, directory: `packages/${folder}` },
  };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
