import { LineSplitter } from "@zot/protocol/lines";
import { MAX_RPC_LINE_BYTES } from "@zot/protocol/rpc";
import type { Options } from "../../args/flags.js";
import { EXIT } from "../../errors.js";
import { LineOutput } from "../line-output.js";
import { tellTrouble } from "../progress.js";
import { onSignals } from "../signals.js";
import { RpcServer } from "./server.js";

/** `zot rpc`: one folder, one model, one session, served over stdin and stdout until stdin closes. */
export async function runRpc(options: Options): Promise<number> {
  // Taken out of the environment, with all other credentials, before anything is started.
  const token = process.env.ZOTCORE_RPC_TOKEN;
  const ended = new AbortController();
  const output = new LineOutput(process.stdout, () => {
    ended.abort();
  });
  const { openHeadless } = await import("../../open-workspace.js");
  const workspace = await openHeadless(options, {
    pace: () => output.pace(),
    keepsSession: false,
    onExtensionNote: (frame) => {
      output.write(frame);
    },
  });
  const signals = onSignals(() => {
    ended.abort();
  });
  workspace.subscribe(tellTrouble);
  const server = new RpcServer(workspace, output, token);
  ended.signal.addEventListener("abort", () => {
    server.stop();
  });
  let failure: unknown;
  workspace.ready().catch((error: unknown) => {
    failure = error;
    ended.abort();
  });
  try {
    const refused = await readCommands(server, ended.signal);
    if (failure !== undefined) throw failure as Error;
    if (refused) return EXIT.failed;
    // The client may have left on purpose while a turn runs: what it asked for is still done.
    await server.idle();
    return signals.exitCode ?? EXIT.ok;
  } finally {
    await workspace.close();
    signals.dispose();
  }
}

/** Hands every line over until stdin ends; true if the server refuses to go on. */
function readCommands(server: RpcServer, ended: AbortSignal): Promise<boolean> {
  const splitter = new LineSplitter(MAX_RPC_LINE_BYTES);
  const { stdin } = process;
  return new Promise((resolve) => {
    const finish = (refused: boolean) => {
      stdin.removeAllListeners("data");
      stdin.destroy();
      resolve(refused);
    };
    const read = (bytes: Buffer): boolean =>
      splitter.push(bytes).some((line) => server.handle(line) === "refused");
    stdin.on("data", (bytes: Buffer) => {
      if (read(bytes)) finish(true);
    });
    stdin.on("end", () => {
      // `printf '{"type":"ping"}' | zot rpc`: the Go program took a last line without its LF.
      finish(read(Buffer.from("\n")));
    });
    stdin.on("error", () => {
      finish(false);
    });
    if (ended.aborted) finish(false);
    ended.addEventListener("abort", () => {
      finish(false);
    });
  });
}
