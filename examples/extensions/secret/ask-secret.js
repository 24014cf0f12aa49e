/** Asks in a panel that shows a dot for each character. Resolves with nothing when the user closes it. */
export async function askSecret(zot) {
  let typed = [];
  const lines = () => [`❯ ${"•".repeat(typed.length)}▏`];
  const panel = zot.openPanel({
    title: "Signing secret",
    lines: lines(),
    footer: "enter keep · esc cancel",
  });
  for await (const { key, text } of panel) {
    if (key === "rune") typed.push(...text);
    else if (key === "backspace") typed.pop();
    else if (key === "enter" && typed.length > 0) {
      panel.close();
      return typed.join("");
    }
    panel.render({ lines: lines() });
  }
  return undefined;
}
