import { fuzzyFilter, type Completer, type CompletionItem } from "@zot/tui";

const MOST_SHOWN = 50;
/** How long a list of files is good for, while one types. */
const FRESH_MS = 5_000;

/** Offers the project's files after an `@`. */
export function fileCompleter(cwd: string): Completer {
  let files: readonly string[] = [];
  let listedAt = -Infinity;
  const refresh = async () => {
    const { listFiles } = await import("./list-files.js");
    // A list that the next key made stale is still worth keeping.
    files = await listFiles(cwd, new AbortController().signal);
    listedAt = performance.now();
  };
  return (text, cursor) => {
    const mention = /(?:^|\s)@([^\s"]*)$/.exec(text.slice(0, cursor));
    if (mention === null) return undefined;
    const query = mention[1] ?? "";
    const offer = () => ({ from: cursor - query.length - 1, items: findItems(files, query) });
    return performance.now() - listedAt > FRESH_MS ? refresh().then(offer) : offer();
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
