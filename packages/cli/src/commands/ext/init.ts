import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXTENSION_NAME } from "@zot/sdk/extensions";
import { CliError, EXIT, UsageError } from "../../errors.js";
import { VERSION } from "../../version.js";
import { defineCommand } from "./command.js";
import { copyPackage } from "./copy-package.js";
import { addSdk } from "./sdk.js";
import { print } from "./show.js";

const TEMPLATES = fileURLToPath(new URL("../templates", import.meta.url));

const LANGUAGES = {
  ts: { title: "TypeScript", test: "npm test" },
  js: { title: "JavaScript", test: "npm test" },
  py: { title: "Python", test: "python3 -m unittest discover test" },
  sh: { title: "shell", test: "sh test/test.sh" },
} as const;

export const init = defineCommand({
  usage: "init <name> [--lang ts|js|py|sh]",
  details: `Writes a working extension with a test into a new folder of that name: a command and a tool to build on.
Python and shell need nothing else. JavaScript runs at once too: zot adds its own copy of @zot/ext.
TypeScript needs tsx, from npm.`,
  flags: {
    lang: {
      takes: "LANGUAGE",
      choices: ["ts", "js", "py", "sh"],
      group: "other",
      help: "ts (default), js, py or sh",
    },
  },
  words: { min: 1, max: 1, missing: "a name" },
  run({ options, words: [name = ""] }, { cwd }) {
    const language = (options.lang ?? "ts") as keyof typeof LANGUAGES;
    if (!EXTENSION_NAME.test(name)) {
      throw new UsageError(
        `${JSON.stringify(name)} can't be a name: lower-case letters, digits, "." "_" "-", at most 64`,
      );
    }
    const dir = join(cwd, name);
    if (lstatSync(dir, { throwIfNoEntry: false })) {
      throw new CliError(`there is a "${name}" here already; nothing written`);
    }
    const { title, test } = LANGUAGES[language];
    const hasRuntime = writeWhole(dir, name, language);
    print(
      [
        `wrote ${name}, an extension in ${title}`,
        ...(hasRuntime ? [] : [`  cd ${name} && npm install    brings tsx, which runs TypeScript`]),
        `  zot ext dev ${name}    runs it and shows what it does; type /${name} Ada`,
        `  cd ${name} && ${test}    runs its test`,
        `  zot ext install ./${name}    installs it for every project`,
      ].join("\n"),
    );
    return Promise.resolve(EXIT.ok);
  },
});

/** Puts it together beside its place and moves it there in one step; whether it runs at once. */
function writeWhole(dir: string, name: string, language: keyof typeof LANGUAGES): boolean {
  const draft = join(dirname(dir), `.${name}.${process.pid}.tmp`);
  try {
    fill(join(TEMPLATES, language), draft, name);
    const needsSdk = existsSync(join(draft, "package.json"));
    if (needsSdk) addSdk(draft);
    // In a checkout of zot there is a tsx; elsewhere npm brings it.
    const hasRuntime = language !== "ts" || copyPackage("tsx", draft);
    renameSync(draft, dir);
    return hasRuntime;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw new CliError(`can't write ${dir}: ${(error as Error).message}`);
  }
}

/** Copies a template under another name. */
function fill(from: string, to: string, name: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) fill(source, target, name);
    else writeFileSync(target, rename(readFileSync(source, "utf8"), name));
  }
}

function rename(text: string, name: string): string {
  // Tools have a narrower alphabet, and vendors a limit of 64.
  const tool = name.replaceAll(/[^a-z0-9]/g, "_").slice(0, 56);
  return text
    .replaceAll("my_extension_", `${tool}_`)
    .replaceAll("my-extension", name)
    .replaceAll('"@zot/ext": "^0.0.0"', `"@zot/ext": "^${VERSION}"`);
}
