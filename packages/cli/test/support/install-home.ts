import { join } from "node:path";
import { makeFolder, runZot } from "./run-zot.js";

/** A fresh `$ZOT_HOME` to install extensions into. */
export async function makeHome() {
  const home = await makeFolder();
  const env: Record<string, string> = { ZOT_HOME: home };
  return {
    home,
    env,
    installed: (name: string) => join(home, "extensions", name),
    install: (...args: string[]) => runZot(["ext", "install", ...args], { env }),
  };
}
