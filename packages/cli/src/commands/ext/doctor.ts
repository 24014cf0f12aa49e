import { oneLine, visibleLine } from "@zot/tui/sanitize";
import { EXIT } from "../../errors.js";
import { defineCommand, JSON_OUTPUT } from "./command.js";
import { examine, type Examined } from "./examine.js";
import { print, printJson } from "./show.js";

export const doctor = defineCommand({
  usage: "doctor [--json]",
  details: `Starts everything as zot would, stops it again, and tells what is wrong: manifests that can't be used,
programs that are missing, crash or stay silent, names that are taken, noise on stdout, folders
without a manifest. Exit code 1 when anything is wrong. What is not trusted never runs.`,
  flags: { json: JSON_OUTPUT },
  words: { min: 0, max: 0, missing: "" },
  async run({ options }, place) {
    const examined = await examine(place);
    const bad = examined.filter(({ problems }) => problems.length > 0);
    if (options.json) printJson({ ok: bad.length === 0, extensions: examined });
    else print(render(examined, bad.length));
    return bad.length === 0 ? EXIT.ok : EXIT.failed;
  },
});

function render(examined: readonly Examined[], bad: number): string {
  if (examined.length === 0) return "No extensions here; nothing is wrong.";
  const verdict =
    bad === 0 ? "Nothing is wrong." : `Something is wrong with ${bad} of ${examined.length}.`;
  return `${examined.map(renderOne).join("\n\n")}\n\n${verdict}`;
}

function renderOne(one: Examined): string {
  const mark = one.problems.length > 0 ? "✗" : "✓";
  const version = one.version === null ? "" : ` ${visibleLine(one.version)}`;
  const ready = one.ready_ms === null ? "" : ` after ${one.ready_ms} ms`;
  const detail = (label: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`  ${label.padEnd(9)} ${visibleLine(values.join(", "))}`];
  return [
    `${mark} ${visibleLine(one.name)}${version}: ${one.state}${ready} (${one.scope})`,
    ...detail("folder", [one.dir]),
    ...detail(
      "commands",
      one.commands.map((name) => `/${name}`),
    ),
    ...detail("tools", one.tools),
    ...detail("guards", one.guards),
    ...one.problems.map((problem) => `  problem   ${oneLine(problem)}`),
    ...one.notes.map((text) => `  note      ${oneLine(text)}`),
    ...(one.problems.length > 0 ? one.log.map((line) => `  log       ${oneLine(line)}`) : []),
  ].join("\n");
}
