import { readFileSync } from "node:fs";
import { defineConfig } from "tsup";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const shared = {
  platform: "node",
  target: "node20",
  dts: false,
  clean: false,
  silent: true,
  define: { __ZOT_VERSION__: JSON.stringify(version) },
} as const;

export default defineConfig([
  {
    ...shared, // the command: a few lines of CommonJS, no ESM loader on the fast path
    entry: { zot: "src/bin.ts" },
    format: ["cjs"],
    external: ["./main.js"],
    banner: { js: "#!/usr/bin/env node" },
  },
  {
    ...shared,
    entry: ["src/main.ts"],
    format: ["esm"],
    splitting: true,
    treeshake: true,
    noExternal: [/.*/],
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
    esbuildOptions(options) {
      options.conditions = ["@zot/source", "module"];
    },
  },
]);
