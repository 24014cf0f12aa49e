import { FLAGS } from "./args/flags.js";
import { parseArgs } from "./args/parse.js";
import { EXIT, UsageError } from "./errors.js";

/** Runs the command line. Every failure ends as one line on stderr and an exit code. */
export async function main(args: string[]): Promise<void> {
  try {
    process.exitCode = await dispatch(args);
  } catch (error) {
    const [{ say }, { exitCodeOf, explainFailure }] = await Promise.all([
      import("./output.js"),
      import("./explain-failure.js"),
    ]);
    process.exitCode = exitCodeOf(error);
    say(`zot: ${explainFailure(error)}`);
  }
}

async function dispatch(args: string[]): Promise<number> {
  if (args[0] === "ext") {
    const { runExt } = await import("./commands/ext/ext.js");
    return runExt(args.slice(1));
  }
  const { options, words } = parseArgs(args, FLAGS);
  const only = args.length === 1 ? args[0] : undefined;
  if (options.help || only === "help") {
    const { renderHelp } = await import("./args/help.js");
    process.stdout.write(renderHelp());
    return EXIT.ok;
  }
  if (options.version || only === "version") {
    const { VERSION } = await import("./version.js");
    process.stdout.write(`${VERSION}\n`);
    return EXIT.ok;
  }
  if (options["list-models"]) {
    const { runListModels } = await import("./modes/list-models.js");
    return runListModels(options);
  }
  if (words[0] === "rpc" && args[0] === "rpc") {
    if (words.length > 1) throw new UsageError("zot rpc takes no prompt; prompts come over stdin");
    const { runRpc } = await import("./modes/rpc/serve.js");
    return runRpc(options);
  }
  if (options.json) {
    const { runJson } = await import("./modes/json.js");
    return runJson(options, words.join(" "));
  }
  if (options.print || !process.stdin.isTTY) {
    const { runPrint } = await import("./modes/print.js");
    return runPrint(options, words.join(" "));
  }
  const { runInteractive } = await import("./modes/interactive/interactive.js");
  return runInteractive(options, words.join(" "));
}
