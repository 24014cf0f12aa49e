import type { ExtensionCommand } from "@zot/host";
import { fuzzyFilter, type Completer, type CompletionItem } from "@zot/tui";
import { SLASH_COMMANDS } from "../../../slash-commands.js";

/** Offers zot's own commands and, below a divider, those of the extensions, as there are now. */
export function slashCompleter(commands: () => readonly ExtensionCommand[]): Completer {
  return (text, cursor) => {
    if (!text.startsWith("/") || cursor !== text.length || /\s/.test(text)) return undefined;
    const typed = text.slice(1);
    const pick = <Item extends { readonly name: string }>(items: readonly Item[]) =>
      fuzzyFilter(items, typed, ({ name }) => name);
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
    return { from: 0, items: [...own, ...others] };
  };
}
