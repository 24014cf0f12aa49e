// Rehearses a release in a copy of the checkout, and uses what it would publish as strangers would. Nothing is uploaded.
// Arguments pick checks by their name; without any, all are made.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkCommand } from "./release/check-command.mjs";
import { checkInstall, installAll } from "./release/check-install.mjs";
import { checkSizes } from "./release/check-sizes.mjs";
import { checkTarballs } from "./release/check-tarballs.mjs";
import { checkVersions } from "./release/check-versions.mjs";
import { copyCheckout } from "./release/copy-checkout.mjs";
import { rehearse } from "./release/rehearse.mjs";
import { run, strangersEnv } from "./release/run.mjs";
import { servePackages } from "./release/serve-packages.mjs";
import { walkAuthor, walkClone, walkEmbedder, walkLibraries, walkUser } from "./release/walks.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "zot-release-")));
const checkout = join(scratch, "checkout");
const project = join(scratch, "project");
const picked = process.argv.slice(2);
let env = strangersEnv(join(scratch, "home"));
let failures = 0;
let server;

/** Runs a step, tells how it went and how long it took, and goes on with the others. */
async function check(name, step) {
  if (picked.length > 0 && !picked.includes(name)) return;
  const started = performance.now();
  const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  try {
    const told = await step();
    console.log(`ok   ${name}, ${took()}: ${told}`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL ${name}, ${took()}: ${error.message}`);
  }
}

/** Npm finds our packages as if they were published, and `npm install --global` stays in the scratch folder. */
async function serve(packages) {
  const upstream = (await run("npm", ["config", "get", "registry"], { cwd: scratch, env })).trim();
  server = await servePackages(packages, upstream);
  const prefix = join(scratch, "global");
  mkdirSync(prefix);
  env = {
    ...env,
    npm_config_registry: server.address,
    npm_config_prefix: prefix,
    npm_config_yes: "true",
    PATH: [join(prefix, "bin"), env.PATH].join(delimiter),
  };
  await run("npm", ["install", "--global", "zot"], { cwd: scratch, env });
}

/** Each in a folder of its own, one after the other. */
async function walk(packages) {
  await check("user", () => walkUser({ scratch, project, env }));
  await check("libraries", () => walkLibraries({ root, scratch, project, packages, env }));
  await check("author", () => walkAuthor({ root, scratch, env }));
  await check("embedder", () => walkEmbedder({ root, scratch, env }));
}

try {
  await copyCheckout(root, checkout);
  await check("clone", () => walkClone({ checkout, env }));
  const started = performance.now();
  const { before, packages } = await rehearse({ root, checkout, scratch, env });
  console.log(`rehearsed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await check("versions", () => checkVersions({ root, checkout, before, packages, env }));
  const offline = env;
  await serve(packages);
  await installAll({ root, project, packages, env });
  await check("tarballs", () => checkTarballs({ root, checkout, packages, project, env: offline }));
  await check("sizes", () => checkSizes({ packages, project }));
  // One is busy with types while the others mostly wait for npm.
  await Promise.all([
    check("install", () => checkInstall({ root, project, packages, env })),
    check("command", () => checkCommand({ scratch, packages, env })),
    walk(packages),
  ]);
} catch (error) {
  failures += 1;
  console.log(`FAIL the rehearsal: ${error.message}`);
} finally {
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
