/** The beginning of a text, for where there is one line. */
export function firstLine(text: string, most: number): string {
  const line = text.split("\n")[0] ?? "";
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
