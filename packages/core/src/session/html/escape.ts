const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML shows it, in an element or in a quoted attribute. Control characters are made visible. */
export function escapeHtml(text: string): string {
  return showControls(text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? ""));
}

/** The same for text in which an entity such as `&rarr;` stands for a character. Those for left and right turn text around. */
export function escapeHtmlButEntities(text: string): string {
  return showControls(
    text.replaceAll(
      /&(?!(?!lrm;|rlm;)[a-z]\w*;)|[<>"']/gi,
      (character) => ENTITIES[character] ?? "",
    ),
  );
}

export function showControls(text: string): string {
  return text.replaceAll(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu, "\uFFFD");
}
