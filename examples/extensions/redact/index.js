import { extension } from "@zot/ext";

const patterns = [
  ["e-mail", /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  ["key", /\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|AKIA[A-Z0-9]{16})\b/g],
];

extension({ name: "redact", version: "1.0.0" })
  .intercept("assistant_message", ({ text }) => {
    const replace_text = patterns.reduce(
      (shown, [what, pattern]) => shown.replace(pattern, `[${what} removed]`),
      text,
    );
    return replace_text === text ? undefined : { replace_text };
  })
  .run();
