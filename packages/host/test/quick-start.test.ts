import { expect, test } from "vitest";
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
