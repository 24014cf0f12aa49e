import { extension, failure, image, text } from "@zot/ext";
import { startInMemory } from "@zot/ext/testing";
import { expect, test } from "vitest";
import * as z from "zod";

const begin = () => extension({ name: "probe", version: "1.2.3" });

test("the model sees a zod schema as JSON Schema, descriptions and defaults included", async () => {
  const schema = z.object({
    city: z.string().describe("where"),
    days: z.int().min(1).default(1),
  });
  await using host = await startInMemory(
    begin().tool("forecast", { description: "Looks ahead", schema, run: () => "sun" }),
  );
  expect(host.registered.tools.get("forecast")).toEqual({
    type: "register_tool",
    name: "forecast",
    description: "Looks ahead",
    schema: {
      type: "object",
      properties: {
        city: { type: "string", description: "where" },
        days: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
      },
      required: ["city"],
    },
  });
});

test("a handler gets what the schema made of the args", async () => {
  const schema = z.object({ days: z.coerce.number().default(3) });
  await using host = await startInMemory(
    begin().tool("forecast", { description: "", schema, run: ({ days }) => `${days + 1}` }),
  );
  expect((await host.callTool("forecast", { days: "7" })).text).toBe("8");
  expect((await host.callTool("forecast", {})).text).toBe("4");
});

test("args that don't fit are answered in words before the handler runs", async () => {
  let runs = 0;
  const run = () => {
    runs += 1;
    return "ran";
  };
  await using host = await startInMemory(
    begin()
      .tool("with-zod", {
        description: "",
        schema: z.object({ stops: z.array(z.object({ city: z.string() })) }),
        run,
      })
      .tool("with-json", {
        description: "",
        schema: {
          type: "object",
          properties: { stops: { type: "array", items: { type: "string" } } },
          required: ["stops"],
        },
        run,
      }),
  );
  const zod = await host.callTool("with-zod", { stops: [{ city: 7 }] });
  expect(zod.is_error).toBe(true);
  expect(zod.text).toMatch(/^Invalid arguments for with-zod:\n- stops\.0\.city: .*string/);
  expect(await host.callTool("with-json", { stops: ["Ulm", 7] })).toMatchObject({
    text: "Invalid arguments for with-json:\n- stops.1: must be a string, got 7",
    is_error: true,
  });
  expect(runs).toBe(0);
});

test("a schema that cannot describe itself is refused with what to do", () => {
  const mute = {
    "~standard": { version: 1, vendor: "mute", validate: () => ({ value: {} }) },
  } as const;
  const probe = begin().tool("quiet", { description: "", schema: mute, run: () => "" });
  return expect(startInMemory(probe)).rejects.toThrow(/"quiet" comes from mute.*plain JSON Schema/);
});

test("a default in a plain JSON Schema reaches the model, and fills in nothing", async () => {
  await using host = await startInMemory(
    begin().tool("forecast", {
      description: "",
      schema: { type: "object", properties: { days: { type: "integer", default: 3 } } },
      run: ({ days }) => `${days ?? "no"} days`,
    }),
  );
  expect(host.registered.tools.get("forecast")?.schema).toMatchObject({
    properties: { days: { default: 3 } },
  });
  expect((await host.callTool("forecast", {})).text).toBe("no days");
});

test("an answer may be text, an image, several blocks, a failure or nothing", async () => {
  const bytes = new Uint8Array([137, 80, 78, 71]);
  await using host = await startInMemory(
    begin()
      .tool("text", { description: "", run: () => "plain" })
      .tool("bytes", { description: "", run: () => image(bytes, "image/png") })
      .tool("base64", { description: "", run: () => image("iVBORw==", "image/png") })
      .tool("several", {
        description: "",
        run: () => ["one", text("two"), image(bytes, "image/png")],
      })
      .tool("failure", { description: "", run: () => failure("no such city") })
      .tool("nothing", { description: "", run: () => undefined }),
  );
  const png = { type: "image", mime_type: "image/png", data: "iVBORw==" };
  const answer = async (name: string) => (await host.callTool(name)).content;
  expect(await answer("text")).toEqual([{ type: "text", text: "plain" }]);
  expect(await answer("bytes")).toEqual([png]);
  expect(await answer("base64")).toEqual([png]);
  expect(await answer("several")).toEqual([
    { type: "text", text: "one" },
    { type: "text", text: "two" },
    png,
  ]);
  expect(await host.callTool("failure")).toMatchObject({ text: "no such city", is_error: true });
  expect(await answer("nothing")).toEqual([]);
  expect(host.problems).toEqual([]);
});

test("what a tool throws is its error, with the stack in the log", async () => {
  await using host = await startInMemory(
    begin().tool("broken", {
      description: "",
      run() {
        throw new Error("the station is closed");
      },
    }),
  );
  expect(await host.callTool("broken")).toMatchObject({
    text: "the station is closed",
    is_error: true,
  });
  expect(host.stderr).toMatch(/Error: the station is closed\n\s+at /);
});

test.each([
  [undefined, "it failed without a reason (undefined)"],
  [null, "it failed without a reason (null)"],
  [{ code: "E_LATE", minutes: 10 }, "{ code: 'E_LATE', minutes: 10 }"],
])("a rejection with %s still tells what it can", async (reason, text) => {
  await using host = await startInMemory(
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as careless code does
    begin().tool("broken", { description: "", run: () => Promise.reject(reason) }),
  );
  expect(await host.callTool("broken")).toMatchObject({ text, is_error: true });
});

test("calls run at the same time and answer in their own order", async () => {
  const doors = new Map<string, () => void>();
  await using host = await startInMemory(
    begin().tool("wait", {
      description: "",
      schema: z.object({ door: z.string() }),
      run: ({ door }) =>
        new Promise((resolve) => {
          doors.set(door, () => {
            resolve(`through ${door}`);
          });
          if (doors.size === 2) doors.get("second")?.();
        }),
    }),
  );
  const first = host.callTool("wait", { door: "first" });
  const second = await host.callTool("wait", { door: "second" });
  expect(second.text).toBe("through second");
  doors.get("first")?.();
  expect((await first).text).toBe("through first");
});

test("a cancelled call aborts its handler's signal, and only that one", async () => {
  const seen: string[] = [];
  await using host = await startInMemory(
    begin().tool("long", {
      description: "",
      schema: z.object({ name: z.string() }),
      run: ({ name }, zot) =>
        new Promise((resolve) => {
          zot.signal.addEventListener("abort", () => {
            seen.push(name);
            resolve("too late");
          });
          zot.notify("info", name);
        }),
    }),
  );
  const controller = new AbortController();
  const cancelled = host.callTool("long", { name: "cancelled" }, { signal: controller.signal });
  const rejected = expect(cancelled).rejects.toThrow(/aborted/);
  void host.callTool("long", { name: "other" }).catch(() => undefined);
  await host.waitForNote("other");
  controller.abort();
  await rejected;
  expect(seen).toEqual(["cancelled"]);
  expect(host.frames.some(({ type }) => type === "tool_result")).toBe(false);
});

test("a tool calls a tool of zot, as a part of its own call", async () => {
  await using host = await startInMemory(
    begin()
      .tool("count", {
        description: "",
        async run(_, zot) {
          const file = await zot.callTool("read", { path: "a.txt" });
          return file.is_error ? failure(file.text) : `${file.text.length} characters`;
        },
      })
      .tool("other", { description: "", run: async (_, zot) => (await zot.callTool("nope")).text }),
    { tools: { read: ({ path }) => `content of ${String(path)}` } },
  );
  expect((await host.callTool("count")).text).toBe("16 characters");
  expect(host.frames.find(({ type }) => type === "call_tool")).toMatchObject({
    name: "read",
    args: { path: "a.txt" },
    parent_id: "test-1",
  });
  expect((await host.callTool("other")).text).toBe('unknown tool "nope"');
});

test("a called tool that nobody wants any more is withdrawn", async () => {
  const controller = new AbortController();
  await using host = await startInMemory(
    begin().tool("impatient", {
      description: "",
      async run(_, zot) {
        await zot.callTool("slow", {}, { signal: controller.signal });
        return "never";
      },
    }),
    { tools: { slow: () => new Promise(() => undefined) } },
  );
  const answer = host.callTool("impatient");
  await host.waitUntil("it called", () => host.frames.some(({ type }) => type === "call_tool"));
  controller.abort(new Error("enough"));
  expect(await answer).toMatchObject({ text: "enough", is_error: true });
  expect(host.frames.map(({ type }) => type)).toContain("call_tool_cancel");
});
