// Serves each vendor's stream of text deltas, one write an event, as the vendors flush them.
// Prints its port; ends with its parent.
import { createServer } from "node:http";
import { streams } from "./streams.mjs";

const deltas = Number(process.argv[2]);
const prepared = Object.fromEntries(
  Object.entries(streams).map(([path, make]) => [path, make(deltas)]),
);

const server = createServer((request, response) => {
  request.resume();
  const path = Object.keys(prepared).find((end) => request.url.includes(end));
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events = prepared[path];
  let next = 0;
  const write = () => {
    while (next < events.length) {
      const more = response.write(events[next]);
      next += 1;
      if (!more) {
        response.once("drain", write);
        return;
      }
    }
    response.end();
  };
  write();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => process.exit());
