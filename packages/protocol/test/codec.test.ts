import { describe, expect, test } from "vitest";
import {
  decodeFromExtension,
  decodeManifest,
  describeIssues,
  manifestSchema,
  readContentBlock,
} from "../src/index.js";
import { decodeFromRpcClient, reasoningLevel, toRpcRefusal } from "../src/rpc.js";

describe("a refused line", () => {
  test("tells type and id, so that a waiting call can be settled", () => {
    expect(decodeFromExtension('{"type":"tool_result","id":"7","content":3}')).toMatchObject({
      ok: false,
      problem: { kind: "invalid", type: "tool_result", id: "7" },
    });
    expect(decodeFromExtension('{"type":"later","id":"7","more":1}')).toEqual({
      ok: false,
      problem: {
        kind: "unknown-type",
        message: 'unknown frame type "later"',
        type: "later",
        id: "7",
        value: { type: "later", id: "7", more: 1 },
      },
    });
  });

  test("names the first fault only, however many there are", () => {
    const line = `{"type":"tool_result","id":"1","content":[${"0,".repeat(1_000_000)}0]}`;
    const read = decodeFromExtension(line);
    expect(read).toHaveProperty(
      "problem.message",
      "bad tool_result frame: content.0: expected an object, got a number",
    );
  });

  test("with a type of megabytes is named by its start", () => {
    const read = decodeFromExtension(JSON.stringify({ type: "x".repeat(1_000_000) }));
    expect(read.ok ? "" : read.problem.message).toHaveLength('unknown frame type ""'.length + 81);
  });
});

describe("a good frame", () => {
  test("of megabytes is read, base64 and all", () => {
    const data = "A".repeat(6 * 1024 * 1024);
    const block = { type: "image", mime_type: "image/png", data };
    const frame = { type: "tool_result", id: "1", content: [block] };
    const read = decodeFromExtension(JSON.stringify(frame));
    expect(read.ok).toBe(true);
    expect(readContentBlock(block)?.type).toBe("image");
    const prompt = { type: "prompt", message: "look", images: [{ mime_type: "image/png", data }] };
    expect(decodeFromRpcClient(JSON.stringify(prompt)).ok).toBe(true);
  });

  test("gets its own defaults, not ones shared with other frames", () => {
    const line = '{"type":"register_tool","name":"a"}';
    const [first, second] = [decodeFromExtension(line), decodeFromExtension(line)];
    if (!first.ok || !second.ok) throw new Error("refused");
    if (first.frame.type !== "register_tool" || second.frame.type !== "register_tool") return;
    expect(first.frame.schema).toEqual({ type: "object", properties: {} });
    expect(first.frame.schema).not.toBe(second.frame.schema);
  });
});

describe("a refused command", () => {
  const answer = (line: string) => {
    const read = decodeFromRpcClient(line);
    if (read.ok) throw new Error("accepted");
    return toRpcRefusal(read.problem);
  };

  test.each(["9007199254740993", "-12345678901234567890", "1e400"])(
    "with an id of %s, which would not come back as it was sent, is refused without it",
    (id) => {
      const refusal = answer(`{"id":${id},"type":"ping"}`);
      expect(refusal).toMatchObject({ command: "ping", error: /^bad ping command: id: / });
      expect(refusal).not.toHaveProperty("id");
    },
  );

  test("that nobody knows is answered with its id and name", () => {
    expect(answer('{"id":7,"type":"levitate"}')).toStrictEqual({
      type: "response",
      id: 7,
      command: "levitate",
      success: false,
      error: "unknown command",
    });
    expect(answer('{"id":"a"}')).toMatchObject({ id: "a", command: "", error: "unknown command" });
  });

  test.each(["{", "[]", "hello", `{"type":"ping","x":${"[".repeat(500)}`])(
    "that is not JSON is answered as malformed: %s",
    (line) => {
      const refusal = answer(line);
      expect(refusal).toMatchObject({ command: "", success: false });
      expect(refusal).not.toHaveProperty("id");
      expect(refusal.error).toMatch(/^malformed json: ./);
    },
  );

  test("with bad fields is told which", () => {
    expect(answer('{"id":"2","type":"prompt"}')).toStrictEqual({
      type: "response",
      id: "2",
      command: "prompt",
      success: false,
      error: "bad prompt command: message: is missing",
    });
  });
});

test("set_reasoning reads the level under its old and its new name", () => {
  expect(reasoningLevel({ type: "set_reasoning", level: "high" })).toBe("high");
  expect(reasoningLevel({ type: "set_reasoning", reasoning: "low" })).toBe("low");
  expect(reasoningLevel({ type: "set_reasoning", level: "", reasoning: "low" })).toBe("");
  expect(reasoningLevel({ type: "set_reasoning" })).toBeUndefined();
});

describe("a manifest", () => {
  test("may begin with a byte order mark and hold newlines", () => {
    expect(decodeManifest('\uFEFF{\n  "name": "weather"\n}\n')).toEqual({
      ok: true,
      manifest: { name: "weather" },
    });
  });

  test.each([
    ["{", /^not JSON: /],
    ["[]", /^expected a JSON object, got an array$/],
    ['{"name":"a","__proto__":{}}', /__proto__/],
    ['{"name":"a","args":["x",1]}', /^args\.1: expected a string, got a number$/],
  ])("that is wrong says why: %s", (text, words) => {
    const read = decodeManifest(text);
    expect(read.ok ? "" : read.message).toMatch(words);
  });
});

test("a schema's findings are told in words, the first five of them", () => {
  const few = manifestSchema.safeParse({ exec: 7 });
  expect(few.error && describeIssues(few.error)).toBe("name: is missing; exec: expected a string");
  const many = manifestSchema.safeParse({ name: "a", args: Array(8).fill(1) });
  expect(many.error && describeIssues(many.error)).toMatch(/; and 3 more$/);
});
