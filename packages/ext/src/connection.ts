import type { EventName, FromExtension, FromHost } from "@zot/protocol";
import { encodeFrame, parseLine } from "@zot/protocol/lines";
import { CalledTools } from "./called-tools.js";
import { errorMessage } from "./error-message.js";
import { toHostInfo } from "./host-info.js";
import { decide } from "./intercept.js";
import { Panels } from "./panel.js";
import type { Registry } from "./registry.js";
import type { Zot } from "./zot.js";

/** Where an extension's lines go. `run()` connects stdin and stdout; a test connects memory. */
export interface Transport {
  /** Takes one line for the host, its LF included. */
  write: (line: string) => void;
  /** Takes what the extension logs. */
  log: (...values: unknown[]) => void;
  /** The extension is done; nothing is written after this. */
  end: () => void;
}

/** The host's end of a running extension. */
export interface Connection {
  /** Takes one line of the host, without its LF. Never throws. */
  receive: (line: string) => void;
  /** The host is gone: aborts every handler and ends, at once unless a goodbye is under way. */
  close: () => void;
  /** Tells log and user of an error that no handler is left to answer for. */
  report: (error: unknown) => void;
}

export interface Identity {
  name: string;
  version?: string | undefined;
}

/** A clean-up that hangs must not use up the two seconds that the host grants before SIGTERM. */
const CLEANUP_MS = 1_500;

/** Greets the host over a transport, registers, and answers until it says goodbye. */
export function connect(
  { name, version }: Identity,
  registry: Registry,
  transport: Transport,
): Connection {
  // Before anything else: the host waits for it.
  transport.write(
    encodeFrame({
      type: "hello",
      name,
      ...(version === undefined ? {} : { version }),
      capabilities: registry.capabilities(),
    }),
  );
  const life = new AbortController();
  const calls = new Map<string, AbortController>();
  let host = toHostInfo();
  let isOver = false;
  let isGreeted = false;
  let isLeaving = false;

  const send = (frame: FromExtension) => {
    if (!isOver) transport.write(encodeFrame(frame));
  };
  const report = (error: unknown) => {
    transport.log(error);
    send({ type: "notify", level: "error", message: errorMessage(error) });
  };
  const guard = (work: () => unknown) => {
    new Promise((resolve) => {
      resolve(work());
    }).catch(report);
  };
  const panels = new Panels(send, guard);
  const called = new CalledTools(send);

  const zotFor = (signal: AbortSignal, parent?: string): Zot => ({
    signal,
    get host() {
      return host;
    },
    notify(level, message) {
      send({ type: "notify", level, message });
    },
    clearNotes() {
      send({ type: "clear_notes" });
    },
    submit(text) {
      send({ type: "submit", text });
    },
    submitSlash(text) {
      if (!text.startsWith("/")) throw new TypeError(`A slash command starts with "/": ${text}`);
      send({ type: "submit_slash", text });
    },
    callTool: (tool, args = {}, options = {}) =>
      called.call(
        tool,
        args,
        parent,
        options.signal ? AbortSignal.any([signal, options.signal]) : signal,
      ),
    openPanel: (options) => panels.open(options, signal),
    log(...values) {
      transport.log(...values);
    },
  });
  const zot = zotFor(life.signal);

  const abortAll = (why: string) => {
    life.abort(new Error(why));
    for (const call of calls.values()) call.abort(life.signal.reason);
  };

  const end = () => {
    if (isOver) return;
    isOver = true;
    abortAll("zot is gone");
    transport.end();
  };

  const callTool = async (id: string, tool: string, args: unknown) => {
    const call = new AbortController();
    calls.set(id, call);
    const result = await (registry.tools.get(tool)?.call(args, zotFor(call.signal, id)) ?? {
      content: [{ type: "text" as const, text: `extension ${name} has no tool "${tool}"` }],
      is_error: true,
    });
    calls.delete(id);
    if (!call.signal.aborted) send({ type: "tool_result", id, ...result });
  };

  const runCommand = async (id: string, command: string, args: string) => {
    const outcome = await (registry.commands.get(command.toLowerCase())?.invoke(args, zot) ?? {
      action: "noop" as const,
      error: `extension ${name} has no command /${command}`,
    });
    send({ type: "command_response", id, ...outcome });
  };

  const greet = async () => {
    if (isGreeted) return;
    isGreeted = true;
    if (registry.setups.length === 0) return;
    await Promise.all(
      registry.setups.map(async (setup) => {
        try {
          await setup(zot);
        } catch (error) {
          report(error);
        }
      }),
    );
    send({ type: "ready" });
  };

  const sayGoodbye = async () => {
    if (isLeaving) return;
    isLeaving = true;
    abortAll("zot is shutting down");
    await cleanUp(registry.cleanups, transport.log);
    send({ type: "shutdown_ack" });
    end();
  };

  const dispatch = (frame: FromHost) => {
    switch (frame.type) {
      case "hello_ack":
        host = toHostInfo(frame);
        guard(greet);
        break;
      case "tool_call":
        guard(() => callTool(frame.id, frame.name, frame.args));
        break;
      case "tool_cancel":
        calls.get(frame.id)?.abort(new Error("the call was cancelled"));
        break;
      case "command_invoked":
        guard(() => runCommand(frame.id, frame.name, frame.args ?? ""));
        break;
      case "event":
        for (const listener of registry.listeners.get(frame.event as EventName) ?? []) {
          guard(() => listener(frame, zot));
        }
        break;
      case "event_intercept":
        guard(async () => {
          const asked = registry.interceptors.filter(({ event }) => event === frame.event);
          const decision = await decide(asked, frame, zot);
          send({ type: "event_intercept_response", id: frame.id, ...decision });
        });
        break;
      case "panel_key":
      case "panel_resize":
      case "panel_close":
        panels.receive(frame);
        break;
      case "tool_result":
        called.settle(frame);
        break;
      case "shutdown":
        guard(sayGoodbye);
        break;
    }
  };

  registry.announce(send);
  if (registry.setups.length === 0) send({ type: "ready" });

  return {
    receive(text) {
      if (isOver) return;
      const line = parseLine(text);
      if (!line.ok) transport.log(`not a frame of zot: ${line.message}`);
      // The host validates what it sends; a second validator would cost the start more than it tells.
      else dispatch(line.value as unknown as FromHost);
    },
    close() {
      if (!isLeaving) end();
    },
    report,
  };
}

async function cleanUp(cleanups: Registry["cleanups"], log: Transport["log"]): Promise<void> {
  if (cleanups.length === 0) return;
  const all = cleanups.map((cleanup) => Promise.resolve().then(cleanup));
  const done = Promise.allSettled(all).then((results) => {
    for (const result of results) if (result.status === "rejected") log(result.reason);
  });
  const patience = new Promise((resolve) => setTimeout(resolve, CLEANUP_MS).unref());
  await Promise.race([done, patience]);
}
