import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isAlive } from "../../../test-support/processes.js";
import { createWorkspace, WorkspaceError } from "../src/index.js";
import type { Tool, Workspace, WorkspaceEvent, WorkspaceOptions } from "../src/index.js";

/** A whole extension without an SDK: a tool, a command that shows something, one that has a prompt sent. */
const PROGRAM = `
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "parrot", version: "1.0.0", capabilities: ["commands", "tools"] });
send({ type: "register_tool", name: "echo", description: "Echoes", schema: { type: "object" } });
send({ type: "register_command", name: "show", description: "Shows" });
send({ type: "register_command", name: "tell", description: "Has a prompt sent" });
send({ type: "register_command", name: "fail", description: "Fails" });
send({ type: "ready" });
let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes).split("\\n");
  rest = lines.pop();
  for (const { type, id, name, args } of lines.map((line) => JSON.parse(line))) {
    if (type === "tool_call") send({ type: "tool_result", id, content: [{ type: "text", text: "echo " + args.text }] });
    if (type === "command_invoked") {
      const more = {
        show: { action: "display", display: "shown " + args },
        tell: { action: "prompt", prompt: "say " + args },
        fail: { action: "noop", error: "it is broken" },
      }[name];
      send({ type: "command_response", id, ...more });
    }
    if (type === "shutdown") process.exit(0);
  }
});
process.stdin.on("end", () => process.exit(0));
`;

let home: string;
let cwd: string;
const opened: Workspace[] = [];

beforeEach(async () => {
  for (const name of ["ANTHROPIC_API_KEY", "ANTHROPIC_OAUTH_TOKEN"]) vi.stubEnv(name, undefined);
  home = await mkdtemp(join(tmpdir(), "zot-sdk-home-"));
  cwd = await mkdtemp(join(tmpdir(), "zot-sdk-cwd-"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const workspace of opened.splice(0)) await workspace.close();
  for (const folder of [home, cwd]) await rm(folder, { recursive: true, force: true });
});

/** A workspace over the offline model, with all that it told. */
async function open(options: WorkspaceOptions = {}) {
  const events: WorkspaceEvent[] = [];
  const workspace = await createWorkspace({
    ...{ home, cwd, provider: "offline", skills: false },
    onEvent: (event) => events.push(event),
    ...options,
  });
  opened.push(workspace);
  return { workspace, events };
}

async function writeParrot(): Promise<string> {
  const dir = join(cwd, "parrot");
  await mkdir(dir);
  const manifest = { name: "parrot", version: "1.0.0", exec: "node", args: ["main.mjs"] };
  await writeFile(join(dir, "extension.json"), JSON.stringify(manifest));
  await writeFile(join(dir, "main.mjs"), PROGRAM);
  return dir;
}

const results = (events: readonly WorkspaceEvent[]) =>
  events.flatMap((event) => (event.type === "tool_result" ? [event] : []));
const textOf = ({ content }: { content: readonly { type: string; text?: string }[] }) =>
  content.map(({ text = "" }) => text).join("");

const count: Tool = {
  name: "count",
  description: "Counts letters.",
  schema: { type: "object", properties: { word: { type: "string" } } },
  run: ({ word }) => `${String(word).length} letters`,
};

describe("an embedder", () => {
  test("gets an agent with its own tool and the built-in ones, and one stream of events", async () => {
    const { workspace, events } = await open({ tools: [count] });
    expect(await workspace.prompt('call count {"word": "hello"}')).toEqual({ stop: "end" });
    expect(results(events).map(textOf)).toEqual(["5 letters"]);
    const names = workspace.allTools.map(({ name }) => name);
    expect(names).toEqual(["read", "write", "edit", "bash", "count"]);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["text_delta", "done"]));
    expect([workspace.model.id, workspace.host]).toEqual(["offline", undefined]);
  });

  test("may leave out tools", async () => {
    const { workspace, events } = await open({ allowTool: ({ name }) => name !== "bash" });
    await workspace.prompt('call bash {"command": "echo hi"}');
    expect(results(events).map(textOf)).toEqual(['unknown tool "bash"']);
    expect(workspace.agent.tools.map(({ name }) => name)).toEqual(["read", "write", "edit"]);
  });

  test.each([
    [{ provider: "offlin" }, "unknown-provider", /offline/],
    [{ model: "gpt-nope" }, "unknown-model", /gpt-nope/],
    [{ baseUrl: "nonsense" }, "bad-option", /http:/],
    [{ cwd: "/no/such/folder" }, "bad-option", /no folder/],
  ] as const)("hears what is wrong with %o", async (options, code, words) => {
    const error = await open(options).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(WorkspaceError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(words) as string });
  });

  test("hears of a missing key at once, and gets the offline model only if that is wanted", async () => {
    await expect(open({ provider: "anthropic" })).rejects.toMatchObject({ code: "no_credential" });
    const { workspace, events } = await open({ provider: "anthropic", offline: "unreachable" });
    expect(workspace.model.provider).toBe("offline");
    expect(events).toMatchObject([{ type: "notice", message: /offline model/ }]);
  });

  test("may close twice, and leaves it with `await using`", async () => {
    const { workspace } = await open();
    await workspace[Symbol.asyncDispose]();
    await workspace.close();
  });
});

describe("an extension", () => {
  test("is a program whose tools and commands work, and that is gone after the end", async () => {
    const { workspace, events } = await open({ extensions: [await writeParrot()] });
    await workspace.prompt('call echo {"text": "hello"}');
    expect(results(events).map(textOf)).toEqual(["echo hello"]);
    expect(await workspace.prompt("/show me")).toEqual({ stop: "end" });
    expect(events).toContainEqual({ type: "display", extension: "parrot", text: "shown me" });
    expect(await workspace.prompt("/fail")).toMatchObject({ stop: "error", error: "it is broken" });
    await workspace.prompt("/tell hello");
    const said = events.flatMap((event) => (event.type === "user_message" ? [textOf(event)] : []));
    expect(said).toEqual(['call echo {"text": "hello"}', "say hello"]);
    expect(events).toContainEqual(expect.objectContaining({ type: "state", state: "ready" }));
    const pid = workspace.host?.extensions()[0]?.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await workspace.close();
    expect(isAlive(pid)).toBe(false);
  });

  test("is not left behind where the workspace can't be opened", async () => {
    const dir = await writeParrot();
    await writeFile(join(dir, "main.mjs"), `${PROGRAM}\nconsole.error(process.pid);`);
    const onStarted = () => {
      throw new Error("not like this");
    };
    const { workspace } = await open({ extensions: [dir], onStarted });
    await expect(workspace.ready()).rejects.toThrow("not like this");
    expect(await workspace.prompt("hi")).toMatchObject({ stop: "error", error: "not like this" });
    const pid = workspace.host?.extensions()[0]?.pid ?? 0;
    await workspace.close();
    expect(isAlive(pid)).toBe(false);
  });
});

describe("permissions", () => {
  const call = 'call bash {"command": "echo ran"}';

  test("a call runs if the user says yes, and not if the user says no", async () => {
    const answers = [true, false];
    const { workspace, events } = await open({
      ask: ({ tool, args, question }) => {
        expect([tool, args, question]).toEqual(["bash", { command: "echo ran" }, "Run bash?"]);
        return Promise.resolve({ allowed: answers.shift() === true });
      },
    });
    expect(workspace.permissions.mode).toBe("ask");
    await workspace.prompt(call);
    await workspace.prompt(call);
    const [yes, no] = results(events);
    expect([yes?.is_error, no?.is_error]).toEqual([false, true]);
    expect(no && textOf(no)).toBe("the user refused this call");
  });

  test("what is allowed for good is not asked about again, until the mode changes", async () => {
    let asked = 0;
    const { workspace, events } = await open({
      ask: () => {
        asked += 1;
        return Promise.resolve({ allowed: true, always: true });
      },
    });
    await workspace.prompt(call);
    await workspace.prompt(call);
    expect(asked).toBe(1);
    const decided = events.find(({ type }) => type === "permission_decision");
    expect(decided).not.toHaveProperty("always");
    workspace.permissions.mode = "ask";
    await workspace.prompt(call);
    expect(asked).toBe(2);
    workspace.permissions.mode = "yolo";
    await workspace.prompt(call);
    expect(asked).toBe(2);
  });

  test("where there is nobody to ask, a call that would need it is refused", async () => {
    const { workspace, events } = await open({ permissions: "ask" });
    await workspace.prompt(call);
    expect(results(events)[0]).toMatchObject({ is_error: true });
  });
});

describe("a session", () => {
  test("is resumed with what was said, by another workspace", async () => {
    const first = await open();
    await first.workspace.prompt("remember me");
    await first.workspace.close();
    const { workspace } = await open({ session: "latest" });
    expect(workspace.session?.id).toBe(first.workspace.session?.id);
    expect(workspace.agent.messages).toHaveLength(2);
    await workspace.prompt("and me");
    expect(workspace.agent.messages).toHaveLength(4);
  });

  test("is switched to and back, each with its own messages; the model stays", async () => {
    const { workspace } = await open();
    await workspace.prompt("one");
    const path = workspace.session?.path ?? "";
    workspace.agent.setReasoning("high");
    await workspace.switchSession(workspace.newSession());
    expect([workspace.agent.messages, workspace.agent.reasoning]).toEqual([[], "high"]);
    await workspace.switchSession(workspace.store.open(path));
    expect(workspace.agent.messages).toHaveLength(2);
    expect(workspace.model.id).toBe("offline");
  });

  test("is not kept if none is wanted", async () => {
    const { workspace } = await open({ session: "none" });
    await workspace.prompt("hi");
    expect([workspace.session, workspace.store.list()]).toEqual([undefined, []]);
  });
});

describe("the queue", () => {
  test("lists what waits, in one stream with all else, and lets go of it", async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const wait: Tool = {
      ...{ name: "wait", description: "Waits.", schema: { type: "object" } },
      run: async () => {
        await held;
        return "over";
      },
    };
    const { workspace, events } = await open({ tools: [wait] });
    const first = workspace.prompt("call wait {}");
    const isRunning = new Promise<void>((resolve) => {
      workspace.subscribe(({ type }) => {
        if (type === "tool_start") resolve();
      });
    });
    await isRunning;
    const dropped = workspace.prompt("not this");
    const last = workspace.prompt("but this");
    const [entry] = workspace.agent.queue.entries;
    expect(entry).toMatchObject({ kind: "prompt", text: "not this", images: [] });
    expect(entry?.drop()).toBe(true);
    expect(await dropped).toEqual({ stop: "aborted" });
    release();
    expect([await first, await last]).toEqual([{ stop: "end" }, { stop: "end" }]);
    const lists = events.flatMap((event) =>
      event.type === "queue" ? [event.entries.map(({ text }) => text).join(", ")] : [],
    );
    expect(lists.filter((list, at) => list !== lists[at - 1])).toEqual([
      ...["call wait {}", "", "not this", "not this, but this", "but this", ""],
    ]);
  });
});
