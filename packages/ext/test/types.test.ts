import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extension, type Zot } from "@zot/ext";
import ts from "typescript";
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";

test("a tool without a schema gets an object of anything", () => {
  extension({ name: "types" }).tool("free", {
    description: "",
    run(args) {
      expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
      return "";
    },
  });
});

test("a handler's args have the type that a zod schema gives them", () => {
  extension({ name: "probe" }).tool("t", {
    description: "",
    schema: z.object({
      city: z.string(),
      days: z.number().default(1),
      unit: z.enum(["c", "f"]).optional(),
    }),
    run(args, zot) {
      expectTypeOf(args).toEqualTypeOf<{
        city: string;
        days: number;
        unit?: "c" | "f" | undefined;
      }>();
      expectTypeOf(zot).toEqualTypeOf<Zot>();
      return "";
    },
  });
});

test("a handler's args have the type that a plain JSON Schema describes", () => {
  extension({ name: "probe" }).tool("t", {
    description: "",
    schema: {
      type: "object",
      properties: {
        city: { type: "string" },
        days: { type: "integer" },
        unit: { enum: ["c", "f"] },
        stops: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } } },
        },
        note: { type: ["string", "null"] },
      },
      required: ["city", "stops"],
    },
    run(args) {
      expectTypeOf(args).toEqualTypeOf<{
        city: string;
        stops: { name?: string }[];
        days?: number;
        unit?: "c" | "f";
        note?: string | null;
      }>();
      return "";
    },
  });
});

test("events and intercepts carry their own fields", () => {
  extension({ name: "probe" })
    .on("turn_start", (event) => {
      expectTypeOf(event.step).toEqualTypeOf<number>();
    })
    .on("tool_call", (event) => {
      expectTypeOf(event.tool_args).toEqualTypeOf<Record<string, unknown>>();
    })
    .intercept("assistant_message", ({ text }) => {
      expectTypeOf(text).toEqualTypeOf<string>();
    });
});

/** What the compiler says about each of an author's files, in one go: a program takes seconds to set up. */
function compile(bodies: Record<string, string>): Record<string, string> {
  const folder = mkdtempSync(join(import.meta.dirname, "tmp-"));
  try {
    const files = Object.entries(bodies).map(([name, body]) => {
      const file = join(folder, `${name}.ts`);
      const head = `import { extension } from "@zot/ext";\nimport * as z from "zod";\n`;
      writeFileSync(file, `${head}export const schema = z.object({ city: z.string() });\n${body}`);
      return [name, file] as const;
    });
    const program = ts.createProgram(
      files.map(([, file]) => file),
      {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        customConditions: ["@zot/source"],
        types: ["node"],
      },
    );
    const told = files.map(([name, file]) => {
      const problems = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
      const lines = problems.map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      );
      return [name, lines.join("\n")] as const;
    });
    return Object.fromEntries(told);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an author's mistakes are compile errors", () => {
  const tool = (run: string) =>
    `extension({ name: "p" }).tool("t", { description: "", schema, run: ${run} });`;
  const told = compile({
    right: tool("({ city }) => city.toUpperCase()"),
    wrongUse: tool("({ city }) => city.toFixed(1)"),
    wrongName: tool("({ town }) => town"),
    wrongType: tool("({ city }: { city: number }) => `${city}`"),
    wrongAnswer: tool("() => 7"),
    wrongEvent: `extension({ name: "p" }).on("turn_over", () => {});`,
    wrongDecision: `extension({ name: "p" }).intercept("turn_start", () => ({ replace_text: "" }));`,
  });
  expect(told).toEqual({
    right: "",
    wrongUse: expect.stringMatching(/'toFixed' does not exist on type 'string'/) as string,
    wrongName: expect.stringMatching(/'town' does not exist/) as string,
    wrongType: expect.stringMatching(/not assignable/) as string,
    wrongAnswer: expect.stringMatching(/'number' is not assignable/) as string,
    wrongEvent: expect.stringMatching(/"turn_over"/) as string,
    wrongDecision: expect.stringMatching(/replace_text/) as string,
  });
});
