import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { collectLicences } from "../../scripts/collect-licences.js";
import { ESM_REQUIRE, mergeHotPath } from "./scripts/merge-hot-path.js";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
// Chunks are named by their content: without this, those of earlier builds would pile up and be packed.
rmSync("dist", { recursive: true, force: true });

const shared = {
  platform: "node",
  target: "node20",
  dts: false,
  clean: false,
  silent: true,
  define: { __ZOT_VERSION__: JSON.stringify(version) },
} as const;

/** What scales images reads its WebAssembly from a file next to it, wherever it is bundled to. */
function copyWasm(dist: string) {
  const { resolve } = createRequire(new URL("../core/package.json", import.meta.url));
  const folder = dirname(resolve("@silvia-odwyer/photon-node"));
  copyFileSync(join(folder, "photon_rs_bg.wasm"), join(dist, "photon_rs_bg.wasm"));
}

/** The command requires the merged file where its source imports the module behind it. */
const loadHotPath: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "load-hot-path",
  setup(run) {
    run.onResolve({ filter: /^\.\/main\.js$/ }, () => ({ path: "./hot.cjs", external: true }));
  },
};

export default defineConfig([
  {
    ...shared, // the command: a few lines of CommonJS, no ESM loader on the fast path
    entry: { zot: "src/bin.ts" },
    format: ["cjs"],
    esbuildPlugins: [loadHotPath],
    esbuildOptions(options) {
      options.supported = { "dynamic-import": false };
    },
    banner: { js: "#!/usr/bin/env node" },
  },
  {
    ...shared,
    entry: ["src/main.ts"],
    format: ["esm"],
    splitting: true,
    metafile: true,
    define: { ...shared.define, __dirname: "import.meta.dirname" },
    async onSuccess() {
      copyWasm("dist");
      await collectLicences("dist");
      await mergeHotPath("dist");
    },
    noExternal: [/.*/],
    banner: { js: ESM_REQUIRE },
    esbuildOptions(options) {
      options.conditions = ["@zot/source", "module"];
      // What Node loads of it hides its imports from a bundler.
      options.alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };
    },
  },
  {
    ...shared, // what `zot ext init` puts into a new extension: the SDK in one piece
    entry: { index: "../ext/src/index.ts", testing: "../ext/src/testing.ts" },
    outDir: "dist/sdk",
    format: ["esm"],
    splitting: true,
    treeshake: true,
    noExternal: [/.*/],
    esbuildOptions(options) {
      options.conditions = ["@zot/source", "module"];
    },
  },
]);
