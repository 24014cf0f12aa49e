import { defineConfig, type Options } from "tsup";
import { library } from "../../scripts/tsup-library.js";

const shared = library(["src/index.ts", "src/testing.ts"]) as Options;

export default defineConfig({
  ...shared,
  // Each file that an extension loads delays its hello by about a millisecond: the SDK is one file.
  splitting: false,
  noExternal: ["@zot/protocol/lines"],
  esbuildOptions(options) {
    options.conditions = ["@zot/source", "module"];
  },
});
