import { loadCatalog, unknownProvider, zotHome, type Model } from "@zot/sdk";
import type { Options } from "../args/flags.js";
import { EXIT } from "../errors.js";
import { print, say } from "../output.js";
import { renderTable } from "../render-table.js";

/** `zot --list-models`: what there is to talk to, of one provider or of all. */
export async function runListModels(options: Options): Promise<number> {
  const catalog = await loadCatalog({ home: zotHome() });
  for (const warning of catalog.warnings) say(`zot: ${warning}`);
  const { provider } = options;
  if (provider !== undefined && !catalog.providers.includes(provider)) {
    throw unknownProvider(provider, catalog.providers);
  }
  const rows = catalog.listModels(provider).map(toRow);
  const head = ["provider", "model", "context", "output", "reasoning", "$ in", "$ out"];
  print(`${renderTable(head, rows)}\n`);
  return EXIT.ok;
}

function toRow(model: Model): string[] {
  const { provider, id, context_window, max_output, reasoning, price } = model;
  return [
    provider,
    id,
    thousands(context_window),
    thousands(max_output),
    reasoning ? "yes" : "",
    dollars(price.input),
    dollars(price.output),
  ];
}

/** US dollars for a million tokens. */
function dollars(price: number): string {
  return price === 0 ? "" : String(price);
}

function thousands(tokens: number): string {
  return tokens === 0 ? "" : `${Math.round(tokens / 1000)}k`;
}
