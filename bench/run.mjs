// Measures as ratios within one run, because machines are noisy. `pnpm bench [suite …]` runs some, `--write` puts the
// table into docs/benchmarks.md.
import { readdirSync } from "node:fs";
import { formatTable } from "./lib/table.mjs";
import { writePage } from "./lib/write-page.mjs";

const suites = new URL("suites/", import.meta.url);
const all = readdirSync(suites)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.slice(0, -".mjs".length));
const args = process.argv.slice(2);
const asked = args.filter((arg) => !arg.startsWith("--"));
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`bench: no suite "${unknown.join('", "')}"; there are: ${all.join(", ")}`);
  process.exit(2);
}

// Every Node start pays ~46 ms for this variable; it would hide what we measure.
delete process.env.NODE_EXTRA_CA_CERTS;

const rows = [];
for (const name of asked.length > 0 ? asked : all) {
  const { measure } = await import(new URL(`${name}.mjs`, suites).href);
  process.stderr.write(`measuring ${name} …\n`);
  for (const row of await measure()) rows.push({ suite: name, ...row });
}
console.log(formatTable(rows));
if (args.includes("--write")) writePage(rows);
process.exitCode = rows.every((row) => row.met) ? 0 : 1;
