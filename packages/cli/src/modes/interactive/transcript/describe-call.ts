import { visible, visibleLine } from "@zot/tui/sanitize";

/**
 * What a call is about, whole, with everything written out that is not plainly printable: a command as it was given, on as
 * many lines as it has; the file; else all arguments.
 */
export function describeCall(tool: string, args: Record<string, unknown>): string {
  const { command, path, offset, limit, name } = args;
  if (tool === "bash" && typeof command === "string") return `$ ${visible(command)}`;
  if (["read", "write", "edit"].includes(tool) && typeof path === "string") {
    const from = typeof offset === "number" ? `:${offset}` : "";
    const to = typeof limit === "number" ? `+${limit}` : "";
    return visibleLine(path) + from + to;
  }
  if (tool === "skill" && typeof name === "string") return visibleLine(name);
  return Object.keys(args).length === 0 ? "" : visibleLine(JSON.stringify(args));
}
