import { deniedNames, readConfig } from "@zot/sdk";
import { describeShadow, discover, findShadow, resolveExec, type Found } from "@zot/sdk/extensions";
import { oneLine, visibleLine } from "@zot/tui/sanitize";
import { EXIT } from "../../errors.js";
import { renderTable } from "../../render-table.js";
import { defineCommand, JSON_OUTPUT, type Place } from "./command.js";
import { print, printJson } from "./show.js";
import { readTrustState, type Trust, type TrustState } from "./trust/trust-state.js";

interface Row {
  name: string;
  version: string | null;
  description: string | null;
  state: string;
  /** Why it is in this state, where that needs words. */
  reason: string | null;
  scope: string;
  trust: TrustState;
  dir: string;
  /** Unknown (null) for one that was not started. */
  commands: string[] | null;
  tools: string[] | null;
}

export const list = defineCommand({
  usage: "list [--no-start] [--json]",
  details: `Shows the extensions that zot finds here: this project's and the installed ones.
To know their commands and tools it starts them as zot would, then stops them.
What is not trusted or not enabled never runs.`,
  flags: {
    "no-start": { group: "other", help: "start nothing; commands and tools stay unknown" },
    json: JSON_OUTPUT,
  },
  words: { min: 0, max: 0, missing: "" },
  async run({ options }, place) {
    const rows = options["no-start"] ? await readRows(place) : await startRows(place);
    if (options.json) printJson(rows);
    else print(rows.length === 0 ? NOTHING : render(rows));
    return EXIT.ok;
  },
});

const NOTHING = `No extensions here.
  zot ext install <path|git-url>   installs one
  zot ext init <name>              writes a new one`;

const HEAD = ["NAME", "VERSION", "STATE", "SCOPE", "COMMANDS", "TOOLS", "TRUST"];

function render(rows: readonly Row[]): string {
  const table = renderTable(
    HEAD,
    rows.map((row) => [
      visibleLine(row.name),
      visibleLine(row.version ?? "-"),
      row.state,
      row.scope,
      (row.commands ?? ["?"]).map((name) => (name === "?" ? name : `/${name}`)).join(" ") || "-",
      (row.tools ?? ["?"]).join(" ") || "-",
      row.trust,
    ]),
  );
  const reasons = rows
    .filter(({ reason }) => reason !== null)
    .map(({ name, reason }) => `${visibleLine(name)}: ${oneLine(reason ?? "")}`);
  return reasons.length === 0 ? table : `${table}\n\n${reasons.join("\n")}`;
}

async function startRows(place: Place): Promise<Row[]> {
  const { openHost, startSoon } = await import("./open-host.js");
  const before = await readRows(place);
  const host = openHost(place);
  try {
    await startSoon(host);
    const commands = host.commands();
    const tools = host.tools();
    const states = new Map(host.extensions().map((info) => [info.dir, info]));
    return before.map((row) => {
      const info = states.get(row.dir);
      if (!info) return row;
      const ran = info.state === "ready";
      return {
        ...row,
        state: info.state,
        reason: row.reason ?? info.reason ?? null,
        commands: ran ? namesOf(info.name, commands) : row.commands,
        tools: ran ? namesOf(info.name, tools) : row.tools,
      };
    });
  } finally {
    await host.stop();
  }
}

function namesOf(
  extension: string,
  things: readonly { extension: string; name: string }[],
): string[] {
  return things.filter((thing) => thing.extension === extension).map(({ name }) => name);
}

async function readRows(place: Place): Promise<Row[]> {
  const protectedNames = deniedNames(readConfig(place.zotHome));
  const all = discover({ ...place, protectedNames });
  const trusts = await Promise.all(all.map((found) => readTrustState(found, place)));
  const seen = new Map(all.map((found, at) => [found, trusts[at] ?? UNREADABLE]));
  const mayRun = (found: Found) =>
    RUNNABLE.includes(stateAlone(found, seen.get(found) ?? UNREADABLE).state);
  return [...seen].map(([found, trust]) => {
    const shadow = findShadow(found, mayRun);
    if (!shadow) return describe(found, trust, stateAlone(found, trust));
    return describe(found, trust, { state: "shadowed", reason: describeShadow(found, shadow) });
  });
}

const RUNNABLE = ["found", "bundle"];
const UNREADABLE: Trust = { state: "unreadable" };

interface State {
  state: string;
  reason: string | null;
}

function describe(found: Found, trust: Trust, { state, reason }: State): Row {
  return {
    name: found.name,
    version: found.manifest?.version ?? null,
    description: found.manifest?.description ?? null,
    state,
    reason,
    scope: found.scope,
    trust: trust.state,
    dir: found.dir,
    commands: state === "bundle" ? [] : null,
    tools: state === "bundle" ? [] : null,
  };
}

function whyUntrusted({ state, content, problem }: Trust): string {
  if (problem !== undefined) return `its content can't be checked: ${problem}`;
  if (content?.askEachTime !== undefined) return `each run asks: ${content.askEachTime}`;
  if (state === "changed") return "its content changed since it was trusted";
  return "not trusted yet; zot ext trust shows it and asks";
}

/** The state that it would have before it is started, if no other one had its name. */
function stateAlone({ manifest, dir, problem }: Found, trust: Trust): State {
  if (!manifest) return { state: "broken", reason: problem ?? null };
  if (manifest.enabled === false) return { state: "disabled", reason: null };
  if (trust.state !== "installed" && trust.state !== "trusted") {
    return { state: "untrusted", reason: whyUntrusted(trust) };
  }
  if (manifest.exec === undefined) return { state: "bundle", reason: null };
  const exec = resolveExec(manifest.exec, dir, process.env.PATH);
  return exec.ok ? { state: "found", reason: null } : { state: "unavailable", reason: exec.reason };
}
