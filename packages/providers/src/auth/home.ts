import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder that holds `auth.json`, `models.json` and everything else that zot keeps: `$ZOT_HOME`,
 * or the place that the Go zot uses on this system.
 *
 * @example
 * zotHome({ ZOT_HOME: "/tmp/zot" }); // "/tmp/zot"
 */
export function zotHome(env: NodeJS.ProcessEnv = process.env): string {
  if (env.ZOT_HOME) return env.ZOT_HOME;
  // Those who wrote the XDG specification want a relative one to be ignored.
  if (env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME)) return join(env.XDG_STATE_HOME, "zot");
  // An empty HOME would put keys into the folder that zot was started in; `homedir` believes it.
  const home = env.HOME === "" ? userInfo().homedir : (env.HOME ?? homedir());
  if (process.platform === "darwin") return join(home, "Library", "Application Support", "zot");
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "zot");
  return join(home, ".local", "state", "zot");
}
