/** Two texts that differ in more lines than this are not worth the time that a diff takes. */
const MOST_CHANGES = 5_000;
const CONTEXT = 3;

/** A unified diff, or an empty string if there is none worth showing. Loads the library when first used. */
export async function unifiedDiff(path: string, before: string, after: string): Promise<string> {
  if (before === after) return "";
  const { createTwoFilesPatch } = await import("diff");
  const patch = createTwoFilesPatch(path, path, plain(before), plain(after), undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) return "";
  const start = patch.indexOf("---");
  return patch.slice(Math.max(start, 0)).replaceAll("\t\n", "\n");
}

function plain(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
