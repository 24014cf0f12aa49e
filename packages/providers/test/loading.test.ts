import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const cwd = fileURLToPath(new URL("..", import.meta.url));

/** The built-in modules that a program has loaded at its end. */
async function loaded(program: string): Promise<string[]> {
  const list =
    'console.log(JSON.stringify(process.moduleLoadList.filter((m) => m.startsWith("NativeModule "))))';
  const source = `${program}\n${list}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", source], { cwd });
  return (JSON.parse(stdout) as string[]).map((name) => name.replace("NativeModule ", ""));
}

it("importing the package loads neither network nor cryptography", async () => {
  const modules = await loaded('import { openClient } from "@zot/providers"; void openClient;');
  for (const heavy of ["http", "https", "tls", "crypto"]) expect(modules).not.toContain(heavy);
});

it("the offline model needs no network code", async () => {
  const modules = await loaded(
    'import { openClient } from "@zot/providers"; await openClient({ provider: "offline" });',
  );
  for (const heavy of ["http", "https", "tls"]) expect(modules).not.toContain(heavy);
});

it("a client for a local server loads no TLS", async () => {
  const modules = await loaded(
    'import { openClient } from "@zot/providers"; await openClient({ provider: "ollama", env: {}, home: "/nonexistent" });',
  );
  expect(modules).toContain("http");
  for (const heavy of ["https", "tls"]) expect(modules).not.toContain(heavy);
});
