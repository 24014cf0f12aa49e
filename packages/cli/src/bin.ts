import { writeSync } from "node:fs";

declare const __ZOT_VERSION__: string;

// The question that scripts ask most is answered before a stream or a module loader exists.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-v")) {
  writeSync(1, `${__ZOT_VERSION__}\n`);
} else {
  void import("./main.js").then(({ main }) => main(process.argv.slice(2)));
}
