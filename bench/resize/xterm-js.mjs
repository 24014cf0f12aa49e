import { spawn } from "@lydell/node-pty";
import { Emulator } from "@zot/tui/testing";

/** The emulator of VS Code and many web terminals, without a window. */
export function openXtermJs({ command, cwd, env, columns, rows }) {
  const emulator = new Emulator({ columns, rows });
  const pty = spawn(command[0], command.slice(1), {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd,
    env: { ...env, TERM: "xterm-256color" },
  });
  let isGone = false;
  const gone = new Promise((resolve) => {
    pty.onExit(() => {
      isGone = true;
      resolve();
    });
  });
  pty.onData((data) => emulator.write(data));
  emulator.onReply((data) => {
    if (!isGone) pty.write(data);
  });
  return {
    resize(toColumns, toRows) {
      emulator.resize(toColumns, toRows);
      pty.resize(toColumns, toRows);
    },
    async rows() {
      await emulator.settled();
      return emulator.all();
    },
    async close() {
      pty.kill("SIGKILL");
      await gone;
      emulator.dispose();
    },
  };
}
