import type { ExtensionCommand } from "@zot/host";
import { type Completer, type CompletionItem } from "@zot/tui";
import { SLASH_COMMANDS } from "../../../slash-commands.js";

/** Offers zot's own commands and, below a divider, those of the extensions, as there are now. */
export function slashCompleter(commands: () => readonly ExtensionCommand[]): Completer {
  return (text, cursor) => {
    if (!text.startsWith("/") || cursor !== text.length || /\s/.test(text)) return undefined;
    const typed = text.slice(1).toLowerCase();
    const pick = <Item extends { readonly name: string }>(items: readonly Item[]) =>
      items
        .filter(({ name }) => fits(name.toLowerCase(), typed))
        .sort(
          (a, b) => Number(b.name.toLowerCase() === typed) - Number(a.name.toLowerCase() === typed),
        );
    const own = pick(SLASH_COMMANDS).map(({ name, summary, args }): CompletionItem => ({
      value: args?.startsWith("<") === true ? `/${name} ` : `/${name}`,
      label: `/${name}${args === undefined ? "" : ` ${args}`}`,
      description: summary,
      submits: args?.startsWith("<") !== true,
    }));
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

/** Only what begins so, as a whole or after a dash: enter must never run something else than was meant. */
function fits(name: string, typed: string): boolean {
  return name.startsWith(typed) || name.includes(`-${typed}`);
}
