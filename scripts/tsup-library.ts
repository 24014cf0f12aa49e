import { rm } from "node:fs/promises";
import { defineConfig } from "tsup";
import { collectLicences } from "./collect-licences.js";

/**
 * The build of one library package: ESM and types. What a package needs is left to its installer, what it only develops with is
 * bundled where its source imports it. No source maps: nothing is minified, and they would double the package.
 * `ZOT_BUILD=js` leaves the types out, for a checkout that only wants to run.
 */
export function library(entry: string[] | Record<string, string>) {
  return defineConfig({
    entry,
    format: ["esm"],
    platform: "node",
    target: "node20",
    // tsup passes `baseUrl` to the compiler, which TypeScript 6 calls deprecated.
    dts:
      process.env.ZOT_BUILD === "js" ? false : { compilerOptions: { ignoreDeprecations: "6.0" } },
    clean: true,
    silent: true,
    metafile: true,
    async onSuccess() {
      await collectLicences("dist");
      await rm("dist/metafile-esm.json");
    },
  });
}
