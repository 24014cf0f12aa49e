import { spawn } from "node:child_process";
import { homedir } from "node:os";

/** Shows a page in the user's browser, where there is one on this machine. Nothing comes of it otherwise. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): void {
  const program = findProgram(env);
  if (program === undefined) return;
  const [command, ...args] = program;
  const options = { cwd: homedir(), detached: true, stdio: "ignore" } as const;
  const child = spawn(command, [...args, url], options);
  child.on("error", () => undefined);
  child.unref();
}

function findProgram(env: NodeJS.ProcessEnv): readonly [string, ...string[]] | undefined {
  if (env.BROWSER) return [env.BROWSER];
  // Over SSH the browser would open on the wrong machine.
  if (env.SSH_CONNECTION) return undefined;
  if (process.platform === "darwin") return ["open"];
  // Unlike `start`, it reads no & in the address as the end of a command.
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
