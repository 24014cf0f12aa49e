/** What the guard refuses. A seat belt against accidents, not a wall: a shell has other spellings for everything. */
const dangers = [
  ["rm -rf", /\brm\b(?=[^;&|]*\s-(?:-recursive|\w*[rR]))(?=[^;&|]*\s-(?:-force|\w*f))/],
  ["sudo", /(?:^|[\s;&|(`])sudo\s/],
  ["dd onto a device or an absolute path", /\bdd\b[^;&|]*\bof=["']?\//],
  ["mkfs", /\bmkfs(?:\.\w+)?\b/],
  ["a fork bomb", /(\w+|:)\s*\(\s*\)\s*\{[^}]*\1\s*\|\s*\1\s*&/],
  ["chmod -R 777", /\bchmod\b(?=[^;&|]*\s-(?:-recursive|\w*R))(?=[^;&|]*\s0?777\b)/],
];

/** Names what is dangerous about a shell command, if anything is. */
export function findDanger(command) {
  if (typeof command !== "string") return undefined;
  return dangers.find(([, pattern]) => pattern.test(command))?.[0];
}
