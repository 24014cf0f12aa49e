import { LineSplitter } from "@zot/protocol/lines";
import { MAX_RPC_LINE_BYTES } from "@zot/protocol/rpc";
import type { Options } from "../../args/flags.js";
import { EXIT } from "../../errors.js";
import { say } from "../../output.js";
import { LineOutput } from "../line-output.js";
import { onSignals } from "../signals.js";
import { RpcServer } from "./server.js";

/** `zot rpc`: one folder, one model, one session, served over stdin and stdout until stdin closes. */
export async function runRpc(options: Options): Promise<number> {
  const ended = new AbortController();
  const output = new LineOutput(process.stdout, () => {
    ended.abort();
  });
  const { openRuntime } = await import("../../wiring/runtime.js");
  const runtime = await openRuntime(options, {
    pace: () => output.pace(),
    note: say,
    keepsSession: false,
    onExtensionNote: (frame) => {
      output.write(frame);
    },
  });
  const signals = onSignals(() => {
    ended.abort();
  });
  const server = new RpcServer(runtime, output, process.env.ZOTCORE_RPC_TOKEN);
  ended.signal.addEventListener("abort", () => {
    runtime.agent.abort({ queue: true });
  });
  try {
    const refused = await readCommands(server, ended.signal);
    if (refused) return EXIT.failed;
    // The client may have left on purpose while a turn runs: what it asked for is still done.
    await server.idle();
    return signals.exitCode ?? EXIT.ok;
  } finally {
    await runtime.close();
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
    stdin.on("data", (bytes: Buffer) => {
      for (const line of splitter.push(bytes)) {
        if (server.handle(line) === "refused") {
          finish(true);
          return;
        }
      }
    });
    stdin.on("end", () => {
      finish(false);
    });
    stdin.on("error", () => {
      finish(false);
    });
    ended.addEventListener("abort", () => {
      finish(false);
    });
  });
}
