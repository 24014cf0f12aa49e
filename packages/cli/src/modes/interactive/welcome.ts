import { textRows, type Theme } from "@zot/tui";
import { VERSION } from "../../version.js";

/** The first row of a run. */
export function bannerRows(theme: Theme): string[] {
  return [
    `${theme.paint("accent", "zot")} ${theme.paint("muted", `${VERSION} · /help · @ for files`)}`,
  ];
}

const WELCOME = [
  "Welcome. There is no key yet, so this is the offline model: it needs no network, answers from a",
  "script, and calls any tool you name, for example:",
].join(" ");
const EXAMPLE = 'call bash {"command":"ls"}';

/** What someone without a key is told. */
export function welcomeRows(width: number, theme: Theme): string[] {
  const step = (name: string, about: string) =>
    textRows(`${name}  ${about}`, width, { indent: "        " }).map((row) =>
      row.replace(name, theme.paint("accent", name)),
    );
  return [
    "",
    ...textRows(WELCOME, width),
    ...textRows(`  ${EXAMPLE}`, width),
    "",
    ...step("/login", "connect Anthropic, OpenAI, Google, Kimi with a key, or your own server"),
    ...step("/model", "choose a model"),
    ...step("/help ", "everything else"),
  ];
}
