import { createContext, runInContext } from "node:vm";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

async function bundle(entry: string) {
  const path = fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url));
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "zot",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.map((one) => one.path),
  );
  return { code: outputFiles[0]?.text ?? "", imported };
}

/** Runs the bundle where there is no Node and, as under a strict page policy, no eval. */
function runInPage(code: string, expression: string): unknown {
  const page = createContext(
    { TextDecoder, TextEncoder, URL, atob },
    { codeGeneration: { strings: false, wasm: false } },
  );
  runInContext(code, page);
  return JSON.parse(runInContext(`JSON.stringify(${expression})`, page) as string);
}

describe("in a browser", () => {
  test("the package reads and writes frames", async () => {
    const { code, imported } = await bundle("index");
    expect(imported.filter((path) => path.startsWith("node:"))).toEqual([]);
    expect(runInPage(code, `zot.decodeFromHost('{"type":"shutdown"}')`)).toEqual({
      ok: true,
      frame: { type: "shutdown" },
    });
    expect(runInPage(code, `zot.decodeFromExtension('{"type":"submit"}').problem.message`)).toBe(
      "bad submit frame: text: is missing",
    );
  });

  test("the RPC wire does", async () => {
    const { code, imported } = await bundle("rpc");
    expect(imported.filter((path) => path.startsWith("node:"))).toEqual([]);
    expect(runInPage(code, `zot.decodeFromRpcServer('{"type":"done"}').ok`)).toBe(true);
  });

  test("framing alone does, and brings no validator along", async () => {
    const { code, imported } = await bundle("lines");
    expect(imported.filter((path) => path.startsWith("node:") || path.includes("zod"))).toEqual([]);
    expect(code.length).toBeLessThan(20_000);
    const pushed = `new zot.LineSplitter().push(new TextEncoder().encode('{"type":"ready"}\\n'))`;
    expect(runInPage(code, pushed)).toEqual([{ ok: true, text: '{"type":"ready"}' }]);
    expect(runInPage(code, `zot.encodeFrame({ type: "ready" })`)).toBe('{"type":"ready"}\n');
  });
});
