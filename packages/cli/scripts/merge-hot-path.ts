// What every prompt needs, in one CommonJS file, and what the first frame of the screen needs on top, in another.
// esbuild's splitting leaves some forty small ES modules between the command and its first request, and
// Node spends more time resolving them than running them. Each merged chunk stays as a module of a few lines that
// hands out the same bindings, so that chunks loaded later share one instance of everything.
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
    "src/wiring/runtime.ts",
    "providers/src/anthropic/wire.ts",
    "providers/src/auth/read-stored.ts",
    "providers/src/catalog/build-catalog.ts",
    "providers/src/google/wire.ts",
    "providers/src/offline/client.ts",
    "providers/src/openai-chat/wire.ts",
    "providers/src/openai-responses/wire.ts",
    "providers/src/stream/retry-policy.ts",
    "providers/src/wire/wire-client.ts",
  ],
  "screen.cjs": ["src/modes/interactive/interactive.ts"],
};

/** Put at the head of every chunk, for what was CommonJS before it was bundled. */
export const ESM_REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

type Chunks = Map<string, Metafile["outputs"][string]>;

/** Where a merged chunk is: `require(file)[key]`. */
type Places = Map<string, { file: string; key: string }>;

export async function mergeHotPath(dist: string): Promise<void> {
  const chunks = await readChunks(dist);
  const places: Places = new Map();
  for (const [file, entryPoints] of Object.entries(MERGED)) {
    const names = closure(chunks, entryPoints).filter((name) => !places.has(name));
    for (const [at, name] of names.entries()) places.set(name, { file, key: `c${at}` });
  }
  for (const file of Object.keys(MERGED)) await merge(dist, file, places);
  // Only now: until here the chunks themselves are the sources.
  await Promise.all(
    [...places].map(([name, { file, key }]) => {
      const bindings = chunks.get(name)?.exports ?? [];
      const take = bindings.map((binding, index) => `${JSON.stringify(binding)}: b${index}`);
      const give = bindings.map((binding, index) => `b${index} as ${binding}`);
      return writeFile(
        join(dist, name),
        `import merged from "./${file}";\nconst { ${take.join(", ")} } = merged.${key};\nexport { ${give.join(", ")} };\n`,
      );
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

async function merge(dist: string, file: string, places: Places): Promise<void> {
  const own = new Map([...places].filter(([, place]) => place.file === file));
  await build({
    stdin: {
      contents: [
        ...(own.has("main.js") ? ['export { main } from "./main.js";'] : []),
        ...[...own].map(([name, { key }]) => `export * as ${key} from "./${name}";`),
      ].join("\n"),
      resolveDir: dist,
    },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    outfile: join(dist, file),
    define: { "import.meta.url": "__mergedUrl" },
    banner: { js: 'const __mergedUrl = require("node:url").pathToFileURL(__filename).href;' },
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [resolveChunks(file, places), useNativeRequire],
  });
}

/** Chunks of this file are bundled, those of another one required from it, all others left as they are. */
function resolveChunks(file: string, places: Places): Plugin {
  return {
    name: "resolve-chunks",
    setup(run) {
      run.onResolve({ filter: /^\.\//, namespace: "file" }, ({ path, kind }) => {
        const name = basename(path);
        const place = places.get(name);
        if (place === undefined) return { path, external: true };
        // A lazy import of the file's own chunk would make esbuild wrap it, and V8 read it twice.
        const isOwn = place.file === file && kind !== "dynamic-import";
        return isOwn ? undefined : { path: name, namespace: "merged" };
      });
      run.onResolve({ filter: /.*/, namespace: "merged" }, ({ path }) => ({
        path,
        external: true,
      }));
      run.onLoad({ filter: /.*/, namespace: "merged" }, ({ path }) => {
        const { file: other = "", key = "" } = places.get(path) ?? {};
        return { contents: `module.exports = require("./${other}").${key};` };
      });
    },
  };
}

/** CommonJS has a `require` of its own; making one for each chunk takes longer than to run it. */
const useNativeRequire: Plugin = {
  name: "use-native-require",
  setup(run) {
    run.onLoad({ filter: /\.js$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replace(ESM_REQUIRE, "") };
    });
  },
};
