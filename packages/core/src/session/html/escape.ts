const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML shows it, in an element or in a quoted attribute. Control characters are made visible. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
    .replaceAll(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu, "\uFFFD");
}
