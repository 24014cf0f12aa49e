import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import tseslint from "typescript-eslint";

/** Which of our own packages each package may import. */
const directions = {
  protocol: [],
  ext: ["@zot/protocol"],
  host: ["@zot/protocol"],
  providers: [],
  core: ["@zot/providers"],
  tui: [],
  sdk: ["@zot/core", "@zot/host", "@zot/providers"],
  // The wire of `zot rpc` and of the manifest is no part of a workspace.
  cli: ["@zot/sdk", "@zot/tui", "@zot/protocol"],
};
const ours = ["protocol", "ext", "host", "providers", "core", "tui", "sdk"].map(
  (name) => `@zot/${name}`,
);

const importDirections = Object.entries(directions).map(([name, allowed]) => ({
  files: [`packages/${name}/src/**/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          ...ours
            .filter((target) => !allowed.includes(target) && target !== `@zot/${name}`)
            .map((target) => ({
              group: [target, `${target}/*`],
              message: `packages/${name} must not know ${target}.`,
            })),
          { group: ["**/packages/*"], message: "Import the package by its name." },
          ...(name === "protocol"
            ? [{ group: ["node:*"], message: "@zot/protocol also runs in a browser." }]
            : []),
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["**/dist/**", "**/coverage/**"] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Numbers read fine in a message; everything else still has to be made a string on purpose.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["**/*.{js,mjs,cjs}"],
    languageOptions: {
      globals: {
        Buffer: "readonly",
        clearInterval: "readonly",
        clearTimeout: "readonly",
        console: "readonly",
        performance: "readonly",
        process: "readonly",
        setImmediate: "readonly",
        setInterval: "readonly",
        setTimeout: "readonly",
        AbortController: "readonly",
        AbortSignal: "readonly",
        URL: "readonly",
      },
    },
    extends: [tseslint.configs.disableTypeChecked],
  },
  ...importDirections,
  prettier,
);
