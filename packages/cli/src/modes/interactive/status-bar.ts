import { homedir } from "node:os";
import { sep } from "node:path";
import type { Workspace } from "@zot/sdk";
import { progressBar, sanitize, statusRow, type Theme } from "@zot/tui";
import { formatCost } from "./format.js";

const WARN_AT = 0.7;

export interface StatusParts {
  readonly theme: Theme;
  readonly cwd: string;
  readonly workspace: Workspace | undefined;
  /** What needs saying about permissions, the jail, extensions. */
  readonly signs: readonly string[];
}

/** The row at the bottom: where, with which model, how full, how much. */
export function renderStatusBar({ theme, cwd, workspace, signs }: StatusParts, width: number) {
  const muted = theme.style("muted");
  const left = [
    { text: muted(shortenHome(sanitize(cwd))), priority: 2 },
    ...signs.map((sign) => ({ text: theme.paint("warn", sign), priority: 3 })),
  ];
  if (workspace === undefined) return statusRow(left, [], width);
  const { agent, model } = workspace;
  const share = agent.contextTokens / Math.max(1, model.context_window);
  const name = model.provider === model.id ? model.provider : `${model.provider}/${model.id}`;
  const right = [
    { text: muted(sanitize(name)), priority: 4 },
    {
      text: `${progressBar(share, 6, theme, WARN_AT)} ${muted(`${Math.round(share * 100)} %`)}`,
      priority: 1,
    },
    { text: muted(formatCost(agent.usage.cost_usd)), priority: 0 },
  ];
  return statusRow(left, right, width);
}

function shortenHome(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
