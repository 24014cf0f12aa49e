import { decodeFromExtension, encodeFrame } from "@zot/protocol";

for (const line of ['{"type":"ready"}', '{"type":"submit"}', '{"type":"from_tomorrow"}', "oops"]) {
  const read = decodeFromExtension(line);
  console.log(
    read.ok ? `frame: ${read.frame.type}` : `${read.problem.kind}: ${read.problem.message}`,
  );
}
process.stdout.write(encodeFrame({ type: "shutdown" }));
