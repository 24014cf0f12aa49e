// Packs every package as npm would, and uses the tarballs as a stranger would: plain npm, an empty
// project, every entry imported and type-checked, the command run.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "zot-packages-"));
const project = join(scratch, "project");
const tool = (name) => join(root, "node_modules/.bin", name);

function run(command, args, cwd) {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}\n${error.stdout ?? ""}${error.stderr ?? ""}`, {
      cause: error,
    });
  }
}

const packages = readdirSync(join(root, "packages")).map((folder) => {
  const path = join(root, "packages", folder);
  const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  return { path, manifest, name: manifest.name };
});

/** The import specifiers of a package: its exports, less data files and patterns. */
function entries({ name, manifest }) {
  return Object.keys(manifest.exports)
    .filter((key) => !/\*|\.json$/.test(key))
    .map((key) => name + key.slice(1));
}

try {
  mkdirSync(project);
  for (const one of packages) {
    const tarball = run(
      "npm",
      ["pack", "--silent", "--pack-destination", scratch],
      one.path,
    ).trim();
    one.tarball = join(scratch, tarball.split("\n").at(-1));
    run(tool("publint"), ["run", one.tarball, "--strict"], one.path);
    if (entries(one).length > 0) {
      run(tool("attw"), [one.tarball, "--profile", "esm-only", "--no-emoji"], one.path);
    }
    console.log(`${one.name}: packs, publint and types are fine`);
  }

  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  const typesNode = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies;
  run(
    "npm",
    [
      "install",
      "--no-audit",
      "--no-fund",
      ...packages.map(({ tarball }) => tarball),
      `@types/node@${typesNode["@types/node"]}`,
    ],
    project,
  );

  const specifiers = packages.flatMap(entries);
  const imports = specifiers.map((name, index) => `import * as m${index} from "${name}";`);
  const uses = specifiers.map((_, index) => `m${index}`).join(", ");
  writeFileSync(
    join(project, "index.ts"),
    `${imports.join("\n")}\nexport const all: object[] = [${uses}];\n`,
  );
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: "NodeNext",
        target: "ES2023",
        types: ["node"],
      },
      files: ["index.ts"],
    }),
  );
  run(tool("tsc"), ["-p", "."], project);
  const script = specifiers.map((name) => `await import(${JSON.stringify(name)});`).join("");
  run(process.execPath, ["--input-type=module", "-e", script], project);
  console.log(`an empty npm project imports and type-checks: ${specifiers.join(", ")}`);

  const version = run("npx", ["--no-install", "zot", "--version"], project).trim();
  const cli = packages.find(({ name }) => name === "zot");
  if (version !== cli.manifest.version) throw new Error(`npx zot --version printed "${version}"`);
  const answer = run("npx", ["--no-install", "zot", "-p", "--provider", "offline", "hi"], project);
  if (!answer.includes("offline")) throw new Error(`npx zot -p answered "${answer}"`);
  console.log(`npx zot works from its tarball: ${version}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
