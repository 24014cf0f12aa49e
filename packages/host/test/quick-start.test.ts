import { expect, test } from "vitest";
import { discover } from "../src/discovery/discover.js";
import { Scene, textOf } from "./support/scene.js";

test("the raw Python quick start (registers before hello_ack, never says ready) works unchanged", async () => {
  const scene = new Scene();
  scene.addFixture("hello-py", "quick-start.py");
  const host = await scene.start();

  expect(host.tools()).toEqual([
    {
      extension: "hello-py",
      name: "weather",
      description: "tells the weather",
      schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      interactive: false,
    },
  ]);
  const result = await host.callTool("weather", { city: "Berlin" });
  expect(result).toEqual({ content: [{ type: "text", text: "fog in Berlin" }], is_error: false });
  expect(textOf(result)).toBe("fog in Berlin");

  const outcome = await host.invokeCommand("greet", "  the world ");
  expect(outcome).toMatchObject({ action: "display", display: "Greet says hello to the world" });

  await host.stop();
  expect(scene.log("hello-py")).toMatch(
    /^\n\[zot\] starting hello-py\/ at \S+\n\[zot\] no ready frame; auto-readying after idle\n\[zot\] extension hello-py read loop exited at \S+\n$/,
  );
});

test("a home and a version are all that a host has to be given; what is undefined counts as left out", async () => {
  const scene = new Scene();
  scene.addFixture("echo", "echo.mjs", "echo", "ping");
  const left = { cwd: undefined, provider: undefined, model: undefined, onFailure: undefined };
  const options = { ...left, frames: true } as unknown as { frames: true };
  const host = await scene.start({ ...options, discover: { project: false } });
  expect(textOf(await host.callTool("ping", {}))).toContain('"from":"echo"');
  const sent = scene.of("frame").map(({ frame }) => frame);
  const ack = { type: "hello_ack", cwd: process.cwd(), provider: "", model: "" };
  expect(sent).toContainEqual(expect.objectContaining(ack));
});

test("discovery looks into the project and the home unless told otherwise", () => {
  const scene = new Scene();
  scene.addProject("one", { exec: "sh" });
  scene.addGlobal("two", { exec: "sh" });
  const place = { cwd: scene.cwd, zotHome: scene.zotHome };
  expect(discover(place).map(({ name }) => name)).toEqual(["one", "two"]);
  expect(discover({ ...place, global: false }).map(({ name }) => name)).toEqual(["one"]);
});
