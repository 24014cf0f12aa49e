import type { ExtensionInfo, ExtensionState } from "@zot/sdk";

const SHOWN: Readonly<Partial<Record<ExtensionState, string>>> = {
  starting: "starting",
  registering: "starting",
  restarting: "restarting",
  failed: "stopped",
  unavailable: "unavailable",
  broken: "broken",
};
const MOST_NAMES = 2;

/** What the status bar says of extensions that are not simply there: `todo restarting`. */
export function describeExtensions(extensions: readonly ExtensionInfo[]): string[] {
  const byState = new Map<string, string[]>();
  for (const { name, state } of extensions) {
    const shown = SHOWN[state];
    if (shown !== undefined) byState.set(shown, [...(byState.get(shown) ?? []), name]);
  }
  return [...byState].map(([state, names]) =>
    names.length > MOST_NAMES
      ? `${names.length} extensions ${state}`
      : `${names.join(", ")} ${state}`,
  );
}
