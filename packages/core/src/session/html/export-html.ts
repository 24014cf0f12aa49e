import { readFileSync } from "node:fs";
import { redact } from "@zot/providers";
import { writeWhole } from "../copy.js";
import { resolveDestination } from "../portable.js";
import { replay } from "../replay.js";
import { summarize } from "../summary.js";
import { firstLine } from "./first-line.js";
import { renderPage } from "./page.js";

const LONGEST_TITLE = 80;

/** Writes a session as one HTML page; a folder gets a file with a telling name. Returns where it went. */
export function exportHtml(path: string, destination: string): string {
  const { meta, history, details, usage } = replay(readFileSync(path));
  const { title, firstPrompt } = summarize(path);
  const page = renderPage({
    title: firstLine((title ?? firstPrompt ?? "A zot session").trim(), LONGEST_TITLE),
    provider: meta.provider ?? "",
    model: meta.model ?? "",
    started: meta.started ?? "",
    messages: history,
    details,
    usage,
  });
  const target = resolveDestination(path, destination, ".html");
  writeWhole(target, redact(page), { replace: true });
  return target;
}
