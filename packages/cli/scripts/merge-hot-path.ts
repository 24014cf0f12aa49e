// What every prompt needs, in one CommonJS file. esbuild's splitting leaves some forty small ES modules
// between the command and its first request, and Node spends more time resolving them than running
// them. Each merged chunk stays as a module of a few lines that hands out the same bindings, so that chunks
// loaded later share one instance of everything.
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

/** Entry points of the way to the first request; what they load with a plain import comes along. */
const HOT = [
  "src/main.ts",
  "src/modes/interactive/interactive.ts",
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
];

/** Put at the head of every chunk, for what was CommonJS before it was bundled. */
export const ESM_REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

export async function mergeHotPath(dist: string): Promise<void> {
  const metafile = join(dist, "metafile-esm.json");
  const { outputs } = JSON.parse(await readFile(metafile, "utf8")) as Metafile;
  await rm(metafile);
  const chunks = new Map(
    Object.entries(outputs)
      .filter(([path]) => path.endsWith(".js"))
      .map(([path, output]) => [basename(path), output]),
  );
  const hot = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (hot.has(name) || chunk === undefined) return;
    hot.add(name);
    for (const { path, kind } of chunk.imports) {
      if (kind === "import-statement") visit(basename(path));
    }
  };
  for (const [name, { entryPoint }] of chunks) {
    if (entryPoint !== undefined && HOT.some((end) => entryPoint.endsWith(end))) visit(name);
  }
  const names = [...hot].sort();

  await build({
    stdin: {
      contents: [
        'export { main } from "./main.js";',
        ...names.map((name, at) => `export * as c${at} from "./${name}";`),
      ].join("\n"),
      resolveDir: dist,
    },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    outfile: join(dist, "hot.cjs"),
    define: { "import.meta.url": "__hotUrl" },
    banner: { js: 'const __hotUrl = require("node:url").pathToFileURL(__filename).href;' },
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [leaveOut((name) => !hot.has(name)), useNativeRequire],
  });
  await Promise.all(
    names.map((name, at) => {
      const bindings = chunks.get(name)?.exports ?? [];
      const take = bindings.map((binding, index) => `${JSON.stringify(binding)}: b${index}`);
      const give = bindings.map((binding, index) => `b${index} as ${binding}`);
      return writeFile(
        join(dist, name),
        `import hot from "./hot.cjs";\nconst { ${take.join(", ")} } = hot.c${at};\nexport { ${give.join(", ")} };\n`,
      );
    }),
  );
}

/** CommonJS has a `require` of its own; making one for each chunk takes longer than to run it. */
const useNativeRequire: Plugin = {
  name: "use-native-require",
  setup(run) {
    run.onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replace(ESM_REQUIRE, "") };
    });
  },
};

/** Keeps imports of other chunks as they are. */
function leaveOut(isOutside: (name: string) => boolean): Plugin {
  return {
    name: "leave-out",
    setup(run) {
      run.onResolve({ filter: /^\.\// }, ({ path }) =>
        isOutside(basename(path)) ? { path, external: true } : undefined,
      );
    },
  };
}
