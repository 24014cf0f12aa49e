import { fileURLToPath } from "node:url";
import { atMost, interleave, runNode } from "../lib/measure.mjs";

const zot = fileURLToPath(new URL("../../packages/cli/dist/zot.cjs", import.meta.url));

export async function measure() {
  const { bare, version } = await interleave(
    { bare: () => runNode(["-e", "0"]), version: () => runNode([zot, "--version"]) },
    { rounds: 31, warmups: 3 },
  );
  return [atMost("`zot --version` to bare `node -e 0`", version / bare, 1.15)];
}
