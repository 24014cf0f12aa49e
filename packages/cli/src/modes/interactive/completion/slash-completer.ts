import type { ExtensionCommand } from "@zot/sdk";
import type { Completer, Completion, CompletionItem } from "@zot/tui";
import { findSlashCommand, namesOf, SLASH_COMMANDS, type SlashAction } from "../slash/table.js";

/** Offers zot's own commands and, below a divider, those of the extensions, as there are now. */
export function slashCompleter(commands: () => readonly ExtensionCommand[]): Completer {
  return (text, cursor) => {
    if (!text.startsWith("/") || cursor !== text.length) return undefined;
    if (/\s/.test(text)) return completeAction(text);
    const typed = text.slice(1).toLowerCase();
    const pick = <Item extends Named>(items: readonly Item[]) => {
      const isExact = (item: Item) => Number(lowerNames(item).includes(typed));
      return items
        .filter((item) => lowerNames(item).some((name) => fits(name, typed)))
        .sort((a, b) => isExact(b) - isExact(a));
    };
    const own = pick(SLASH_COMMANDS).map((entry) => toItem("/", entry));
    const others = pick(commands()).map(({ name, description, extension }): CompletionItem => ({
      value: `/${name}`,
      description: description === "" ? extension : `${description} (${extension})`,
      group: "extensions",
      submits: true,
    }));
    // What was typed in full is what enter runs, also if one of zot's own only begins so.
    const isTheirs = others[0]?.value.toLowerCase() === `/${typed}`;
    return { from: 0, items: isTheirs ? [...others, ...own] : [...own, ...others] };
  };
}

type Named = Parameters<typeof namesOf>[0];

function lowerNames(item: Named): string[] {
  return namesOf(item).map((name) => name.toLowerCase());
}

/** Offers what a command can do, once its name and a space are typed. */
function completeAction(text: string): Completion | undefined {
  const [, name = "", typed = "", more] = /^\/(\S+)\s+(\S*)(\s)?/.exec(text) ?? [];
  const entry = findSlashCommand(name);
  if (entry?.actions === undefined || more !== undefined) return undefined;
  const fitting = entry.actions.filter((action) => action.name.startsWith(typed.toLowerCase()));
  return {
    from: text.length - typed.length,
    items: fitting.map((action) => toItem("", action)),
  };
}

function toItem(lead: string, { name, args, summary }: SlashAction): CompletionItem {
  const mustGoOn = args?.startsWith("<") === true;
  return {
    value: mustGoOn ? `${lead}${name} ` : lead + name,
    label: `${lead}${name}${args === undefined ? "" : ` ${args}`}`,
    description: summary,
    submits: !mustGoOn,
  };
}

/** Only what begins so, as a whole or after a dash: enter must never run something else than was meant. */
function fits(name: string, typed: string): boolean {
  return name.startsWith(typed) || name.includes(`-${typed}`);
}
