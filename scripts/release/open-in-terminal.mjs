import { spawn } from "@lydell/node-pty";

const WAIT_MS = 120_000;

/** Opens zot in a real terminal, waits until it shows its name for the model, and leaves it by its keys. */
export function openInTerminal(command, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const terminal = spawn("sh", ["-e", "-c", command], { cwd, env, cols: 100, rows: 30 });
    let shown = "";
    let left = false;
    const failed = (why) => new Error(`${command}\n${why}; the screen got:\n${shown}`);
    const timer = setTimeout(() => {
      terminal.kill();
      reject(failed("did not open in time"));
    }, WAIT_MS);
    terminal.onData((data) => {
      shown += data;
      if (left || !shown.includes("offline")) return;
      left = true;
      terminal.write("\x03\x03");
    });
    terminal.onExit(({ exitCode }) => {
      clearTimeout(timer);
      if (left && exitCode === 0) resolve();
      else reject(failed(`ended with exit code ${exitCode}`));
    });
  });
}
