import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { formatTable } from "./table.mjs";

const page = new URL("../../docs/benchmarks.md", import.meta.url);
const RESULTS = /(<!-- results -->\n)[\s\S]*(<!-- end of results -->)/;

function describeMachine() {
  const [{ model }] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const { platform, arch, version } = process;
  return `${cpus().length} × ${model.trim()}, ${memory}, ${platform} ${arch}, Node ${version}`;
}

/** Puts a run into docs/benchmarks.md, in place of the one before. */
export function writePage(rows) {
  const date = new Date().toISOString().slice(0, 10);
  const results = `\n${date}, on ${describeMachine()}:\n\n${formatTable(rows)}\n\n`;
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(RESULTS, (_, begin, end) => begin + results + end),
  );
}
