import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** A window of tmux that no one looks at; a server of its own, with no settings but these. */
export function openTmux({ command, cwd, env, columns, rows }) {
  const socket = join(cwd, "tmux.socket");
  const tmux = (...args) =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      cwd,
      env: { ...env, TERM: "xterm-256color" },
    });
  tmux(
    ...["set-option", "-g", "history-limit", "50000", ";"],
    ...["set-option", "-g", "default-terminal", "tmux-256color", ";"],
    ...["new-session", "-d", "-x", String(columns), "-y", String(rows), "--", ...command],
  );
  return {
    resize(toColumns, toRows) {
      tmux("resize-window", "-x", String(toColumns), "-y", String(toRows));
    },
    async rows() {
      const rows = tmux("capture-pane", "-p", "-S", "-").split("\n");
      while (rows.at(-1) === "") rows.pop();
      return rows;
    },
    async close() {
      tmux("kill-server");
    },
  };
}
