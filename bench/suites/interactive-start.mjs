import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeBareNode, timeToPrompt } from "../lib/interactive/start-zot.mjs";
import { atMost, interleave } from "../lib/measure.mjs";

/** An extension that never gets ready. */
function addSleeper(home) {
  const folder = join(home, "sleeper");
  mkdirSync(folder);
  const manifest = { name: "sleeper", exec: "sleep", args: ["60"] };
  writeFileSync(join(folder, "extension.json"), JSON.stringify(manifest));
  return ["-e", folder];
}

export async function measure() {
  const { bare, painted, beside } = await interleave(
    {
      bare: timeBareNode,
      painted: () => timeToPrompt(),
      beside: () => timeToPrompt(addSleeper),
    },
    { rounds: 15, warmups: 2 },
  );
  return [
    atMost("prompt painted, to bare `node -e 0`", painted / bare, 3.5),
    atMost("the same beside an extension that never gets ready", beside / bare, 3.5),
  ];
}
