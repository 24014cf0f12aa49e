import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "./run.mjs";

/** Does what a page says, in a folder. Resolves with how many commands were run. */
export async function follow(steps, { root, folder, env }) {
  mkdirSync(folder, { recursive: true });
  const examples = new Set();
  let commands = 0;
  for (const step of steps) {
    if (step.file) {
      writeFileSync(join(folder, step.file), step.content);
    } else if (step.example) {
      examples.add(step.example);
    } else {
      await tryStep(step, folder, env);
      commands += 1;
    }
  }
  for (const example of examples) {
    const copy = join(folder, basename(dirname(example)));
    cpSync(dirname(join(root, example)), copy, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|test|package\.json)$/.test(path),
    });
    await run(process.execPath, [basename(example)], { cwd: copy, env });
    commands += 1;
  }
  return commands;
}

/** Zot starts without an extension that takes more than three seconds, which a busy machine can make of any start. */
export async function tryStep(step, folder, env, triesLeft = 2) {
  const output = await run("sh", ["-e", "-c", step.run], { cwd: folder, env });
  const missing = step.prints.filter((line) => !output.split("\n").includes(line));
  if (missing.length === 0) return;
  if (triesLeft > 0) return tryStep(step, folder, env, triesLeft - 1);
  const told = `should print:\n${missing.join("\n")}\nbut printed:\n${output}`;
  throw new Error(`${step.run}\n${told}`);
}
