import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { REPOSITORY, publishDry } from "./rehearse.mjs";

const FROM_THE_CHECKOUT = ["LICENSE", "README.md", "package.json"];
/** What is in each tarball: what a user needs, nothing else, with a manifest for strangers. */
export async function checkTarballs({ root, checkout, packages, project, env }) {
  for (const one of packages) {
    const folder = join(project, "node_modules", one.name);
    checkFiles(one);
    const licence = readFileSync(join(folder, "LICENSE"), "utf8");
    assert.equal(licence, readFileSync(join(root, "LICENSE"), "utf8"), `${one.name}: licence`);
    checkManifest(one, JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
    checkImports(one, folder);
  }
  for (const [name, bundled] of [
    ["zot", /^zod 4\./m],
    ["zot", /^marked 18\./m],
    ["zot", /^highlight\.js 11\./m],
    ["@zot/core", /^highlight\.js 11\./m],
  ]) {
    const notices = join(project, "node_modules", name, "dist/THIRD-PARTY-LICENSES.txt");
    assert.match(readFileSync(notices, "utf8"), bundled, `${name} says what it bundles`);
  }
  const uploads = await publishDry(checkout, env);
  const fileNames = ({ files }) => files.map((file) => file.path ?? file).sort();
  assert.deepEqual(
    Object.fromEntries(uploads.map((upload) => [upload.name, fileNames(upload)])),
    Object.fromEntries(packages.map((one) => [one.name, fileNames(one)])),
    "publishing uploads what was packed, and no other package",
  );
  return `dist, README and LICENSE in ${packages.length} packages; every import is declared`;
}

function checkFiles({ name, manifest, files }) {
  const folders = manifest.files.map((folder) => `${folder}/`);
  for (const file of FROM_THE_CHECKOUT) assert.ok(files.includes(file), `${name} has a ${file}`);
  for (const file of files) {
    if (FROM_THE_CHECKOUT.includes(file)) continue;
    assert.ok(
      folders.some((folder) => file.startsWith(folder)),
      `${name} packs ${file}`,
    );
    // What `zot ext init` copies is source code with tests.
    if (file.startsWith("templates/")) continue;
    assert.doesNotMatch(
      file,
      /\.map$|\.test\.|(?<!\.d)\.ts$|\.tsbuildinfo$/,
      `${name} packs ${file}`,
    );
  }
}

function checkManifest({ folder, name }, manifest) {
  const text = JSON.stringify(manifest);
  assert.doesNotMatch(text, /@zot\/source/, `${name} offers its sources, which it does not hold`);
  assert.doesNotMatch(text, /workspace:/, `${name} has a range that npm does not know`);
  assert.equal(manifest.publishConfig.access, "public");
  assert.equal(manifest.license, "MIT");
  assert.match(manifest.engines.node, /^>=20/);
  assert.ok(manifest.description && manifest.keywords.length > 0, `${name} can be found`);
  const address = `${REPOSITORY.server}/${REPOSITORY.name}`;
  assert.deepEqual(manifest.repository, {
    type: "git",
    url: `git+${address}.git`,
    directory: `packages/${folder}`,
  });
}

/** Loaded by https-proxy-agent where a proxy asks for it and the user has installed it. */
const OPTIONAL = new Set(["kerberos"]);

/** A package that imports what it does not declare works until another one stops to bring it along. */
function checkImports({ name, manifest, files }, folder) {
  const declared = new Set(
    [name, manifest.dependencies, manifest.peerDependencies].flatMap((part) =>
      typeof part === "string" ? part : Object.keys(part ?? {}),
    ),
  );
  for (const file of files.filter((path) => /^dist\/.*\.(?:[cm]?js|d\.ts)$/.test(path))) {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, file), "utf8"));
    for (const { fileName } of importedFiles) {
      if (/^\.|^node:/.test(fileName) || builtinModules.includes(fileName)) continue;
      if (OPTIONAL.has(fileName)) continue;
      const wanted = fileName.split("/", fileName.startsWith("@") ? 2 : 1).join("/");
      assert.ok(declared.has(wanted), `${name}: ${file} imports ${fileName}`);
    }
  }
}
