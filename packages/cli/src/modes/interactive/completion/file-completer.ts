import { fuzzyFilter, type Completer, type CompletionItem } from "@zot/tui";

const MOST_SHOWN = 50;
/** How long a list of files is good for, while one types. */
const FRESH_MS = 5_000;
/** One that took long to make is good for longer: this many times as long. */
const WORTH = 10;

/** Offers the project's files after an `@`. */
export function fileCompleter(cwd: string): Completer {
  let files: readonly string[] = [];
  let freshUntil = -Infinity;
  let listing: Promise<void> | undefined;
  const refresh = async () => {
    const began = performance.now();
    try {
      const { listFiles } = await import("./list-files.js");
      // A list that the next key made stale is still worth keeping.
      files = await listFiles(cwd, new AbortController().signal);
    } finally {
      listing = undefined;
      const now = performance.now();
      freshUntil = now + Math.max(FRESH_MS, (now - began) * WORTH);
    }
  };
  return (text, cursor) => {
    const mention = /(?:^|\s)@([^\s"]*)$/.exec(text.slice(0, cursor));
    if (mention === null) return undefined;
    const query = mention[1] ?? "";
    const offer = () => ({ from: cursor - query.length - 1, items: findItems(files, query) });
    if (performance.now() < freshUntil) return offer();
    // However many keys are pressed meanwhile, they wait for the same list.
    listing ??= refresh();
    return listing.then(offer);
  };
}

function findItems(files: readonly string[], query: string): CompletionItem[] {
  return fuzzyFilter(files, query, (file) => file)
    .slice(0, MOST_SHOWN)
    .map((file) => ({
      value: file.includes(" ") ? `@"${file}" ` : `@${file} `,
      label: file,
    }));
}
