import { join } from "node:path";
import { makeFolder, runZot } from "./run-zot.js";

/** A fresh `$ZOT_HOME` and a project, each with room for extensions. */
export async function makePlace() {
  const home = await makeFolder();
  const project = await makeFolder();
  const env = { ZOT_HOME: home };
  return {
    home,
    project,
    env,
    installed: (name: string) => join(home, "extensions", name),
    projects: (name: string) => join(project, ".zot/extensions", name),
    ext: (...args: string[]) => runZot(["ext", ...args], { cwd: project, env }),
  };
}
