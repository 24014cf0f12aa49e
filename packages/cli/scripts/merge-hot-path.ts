// What every prompt needs, in a few CommonJS files. esbuild's splitting leaves some forty small ES modules between the
// command and its first request, and Node spends more time resolving them than running them; but V8 reads every byte
// of a file that it loads, so that what only some runs need is in files of its own. Each merged chunk stays as a module
// of a few lines that hands out the same bindings, so that chunks loaded later share one instance of everything.
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

/** Entry points that are merged, file by file; what they load with a plain import comes along. */
const MERGED = {
  "hot.cjs": [
    "src/main.ts",
    "src/modes/print.ts",
    "src/modes/json.ts",
    "src/output.ts",
    "src/open-workspace.ts",
    "providers/src/auth/store/read-stored.ts",
    "providers/src/catalog/build-catalog.ts",
    "providers/src/stream/retry-policy.ts",
  ],
  "extensions.cjs": ["sdk/src/extensions/create-host.ts", "src/modes/interactive/slash/table.ts"],
  // Loaded while extensions boot. Most providers speak this wire.
  "request.cjs": ["providers/src/wire/wire-client.ts", "providers/src/openai-chat/wire.ts"],
  "anthropic.cjs": ["providers/src/anthropic/wire.ts"],
  "google.cjs": ["providers/src/google/wire.ts"],
  "openai-responses.cjs": ["providers/src/openai-responses/wire.ts"],
  "offline.cjs": ["providers/src/offline/client.ts"],
  "screen.cjs": ["src/modes/interactive/interactive.ts"],
};

/** Node's modules that are there before a command runs, or load in no time. Others take up to five milliseconds. */
const QUICK = new Set(["buffer", "events", "fs", "os", "path", "util"]);

/** Put at the head of every chunk, for what was CommonJS before it was bundled. */
export const ESM_REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

type Chunks = Map<string, Metafile["outputs"][string]>;

/** Where a merged chunk is: `require(file).chunks[key]`. */
type Places = Map<string, { file: string; key: string }>;

export async function mergeHotPath(dist: string): Promise<void> {
  const chunks = await readChunks(dist);
  const places: Places = new Map();
  for (const [file, entryPoints] of Object.entries(MERGED)) {
    const names = closure(chunks, entryPoints).filter((name) => !places.has(name));
    for (const [at, name] of names.entries()) places.set(name, { file, key: `c${at}` });
  }
  for (const file of Object.keys(MERGED)) await merge(dist, file, chunks, places);
  // Only now: until here the chunks themselves are the sources.
  await Promise.all(
    [...places].map(([name, { file, key }]) => {
      const take = takeAll("merged", key, chunks.get(name)?.exports ?? []);
      return writeFile(join(dist, name), `import merged from "./${file}";\n${take}`);
    }),
  );
}

async function readChunks(dist: string): Promise<Chunks> {
  const metafile = join(dist, "metafile-esm.json");
  const { outputs } = JSON.parse(await readFile(metafile, "utf8")) as Metafile;
  await rm(metafile);
  return new Map(
    Object.entries(outputs)
      .filter(([path]) => path.endsWith(".js"))
      .map(([path, output]) => [basename(path), output]),
  );
}

/** The chunks of some entry points, and all that they load with a plain import. */
function closure(chunks: Chunks, entryPoints: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (found.has(name) || chunk === undefined) return;
    found.add(name);
    for (const { path, kind } of chunk.imports) {
      if (kind === "import-statement") visit(basename(path));
    }
  };
  for (const [name, { entryPoint }] of chunks) {
    if (entryPoint !== undefined && entryPoints.some((end) => entryPoint.endsWith(end)))
      visit(name);
  }
  return [...found].sort();
}

async function merge(dist: string, file: string, chunks: Chunks, places: Places): Promise<void> {
  const own = [...places].filter(([, place]) => place.file === file);
  const { outputFiles } = await build({
    stdin: {
      contents: [
        ...own.map(([name, { key }]) => importAll(name, key, chunks.get(name)?.exports ?? [])),
        ...(file === "hot.cjs" ? [`exports.main = ${places.get("main.js")?.key ?? ""}_main;`] : []),
        "exports.chunks = {",
        ...own.map(([name, { key }]) => handOut(key, chunks.get(name)?.exports ?? [])),
        "};",
      ].join("\n"),
      resolveDir: dist,
    },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    write: false,
    minifyWhitespace: true,
    minifySyntax: true,
    // A merged chunk has no address of its own.
    logOverride: { "empty-import-meta": "error" },
    plugins: [resolveChunks(file, chunks, places), adaptChunks(file, places)],
  });
  const text = outputFiles[0]?.text ?? "";
  if (file === "hot.cjs") checkNodeModules(text);
  await writeFile(join(dist, file), requireOnce(text));
}

function checkNodeModules(text: string): void {
  const required = [...text.matchAll(/\brequire\("([^".]+)"\)/g)].map(([, name = ""]) => name);
  const slow = required.filter((name) => !QUICK.has(name));
  if (slow.length > 0)
    throw new Error(`every start would load ${slow.join(", ")}; see merge-hot-path`);
}

/** Each chunk asks for what it needs of Node's modules; sixty such calls take a third of a millisecond. */
function requireOnce(text: string): string {
  const names = ["fs", "path"];
  const rest = names.reduce((all, name) => all.replaceAll(`require("${name}")`, `__${name}`), text);
  return `const ${names.map((name) => `__${name} = require("${name}")`).join(", ")};\n${rest}`;
}

function importAll(name: string, key: string, bindings: readonly string[]): string {
  return `import { ${bindings.map((binding) => `${binding} as ${key}_${binding}`).join(", ")} } from "./${name}";`;
}

/** A getter, because most chunks are asked for by none or few: an object for each would take time at every start. */
function handOut(key: string, bindings: readonly string[]): string {
  const fields = bindings.map((binding) => `${JSON.stringify(binding)}: ${key}_${binding}`);
  return `get ${key}() { return { ${fields.join(", ")} }; },`;
}

/** The other end of it: an ES module with the same bindings. */
function takeAll(merged: string, key: string, bindings: readonly string[]): string {
  const take = bindings.map((binding, index) => `${JSON.stringify(binding)}: b${index}`);
  const give = bindings.map((binding, index) => `b${index} as ${binding}`);
  return `const { ${take.join(", ")} } = ${merged}.chunks.${key};\nexport { ${give.join(", ")} };\n`;
}

/** Chunks of this file are bundled, those of another one required from it, all others left as they are. */
function resolveChunks(file: string, chunks: Chunks, places: Places): Plugin {
  return {
    name: "resolve-chunks",
    setup(run) {
      run.onResolve({ filter: /^\.\//, namespace: "file" }, ({ path }) => {
        const name = basename(path);
        const place = places.get(name);
        if (place === undefined) return { path, external: true };
        return place.file === file ? undefined : { path: name, namespace: "merged" };
      });
      run.onResolve({ filter: /.*/, namespace: "merged" }, ({ path }) => ({
        path,
        external: true,
      }));
      run.onLoad({ filter: /.*/, namespace: "merged" }, ({ path }) => {
        const { file: other = "", key = "" } = places.get(path) ?? {};
        const merged = `require("./${other}")`;
        return { contents: takeAll(merged, key, chunks.get(path)?.exports ?? []) };
      });
    },
  };
}

/**
 * CommonJS has a `require` of its own; making one for each chunk takes longer than to run it. And a lazy import of a
 * merged chunk would make esbuild wrap it, and V8 read it twice.
 */
function adaptChunks(file: string, places: Places): Plugin {
  return {
    name: "adapt-chunks",
    setup(run) {
      run.onLoad({ filter: /\.js$/, namespace: "file" }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        return {
          contents: text
            .replace(ESM_REQUIRE, "")
            .replaceAll(/\bimport\("\.\/([^"]+)"\)/g, (whole, name: string) => {
              const place = places.get(name);
              if (place === undefined) return whole;
              const merged = place.file === file ? "exports" : `require("./${place.file}")`;
              return `Promise.resolve().then(() => ${merged}.chunks.${place.key})`;
            }),
        };
      });
    },
  };
}
