import { availableParallelism } from "node:os";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["@zot/source", ...defaultServerConditions] } },
  test: {
    // Tests start real child processes; two cores under load make the default of 5 s a coin toss.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // They mostly wait for those: with one worker less than there are cores, the default, two cores idle.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // To be taken out once the renderer's tests have passed a hundred times in a row (scripts/repeat-tests.mjs).
    retry: process.env.CI ? 1 : 0,
    projects: [
      { extends: true, test: { name: "packages", include: ["packages/*/test/**/*.test.ts"] } },
      { extends: true, test: { name: "examples", include: ["examples/**/test/**/*.test.ts"] } },
      { extends: true, test: { name: "docs", include: ["docs/test/**/*.test.ts"] } },
    ],
  },
});
