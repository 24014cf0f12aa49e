const LONGEST = 200;

/** The arguments of a call in a few words: what it is about first. */
export function describeCall(tool: string, args: Record<string, unknown>): string {
  const { command, path, offset, limit, name } = args;
  if (tool === "bash" && typeof command === "string") return `$ ${cut(command)}`;
  if (["read", "write", "edit"].includes(tool) && typeof path === "string") {
    const from = typeof offset === "number" ? `:${offset}` : "";
    const to = typeof limit === "number" ? `+${limit}` : "";
    return path + from + to;
  }
  if (tool === "skill" && typeof name === "string") return name;
  return Object.keys(args).length === 0 ? "" : cut(JSON.stringify(args));
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
