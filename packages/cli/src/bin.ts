declare const __ZOT_VERSION__: string;

// The one question that scripts ask most is answered before anything is loaded.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-v")) {
  process.stdout.write(`${__ZOT_VERSION__}\n`);
} else {
  void import("./main.js").then(({ main }) => main(process.argv.slice(2)));
}
