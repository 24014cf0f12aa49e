import { writeSync } from "node:fs";
import { LineSplitter } from "@zot/protocol/lines";
import type { Connection, Transport } from "./transport.js";
import { silenceStdout } from "./stray-output.js";

const STDOUT = 1;
const RETRY_MS = 2;

/** Connects stdin and stdout, and ends the process when either is gone. */
export function runOnStdio(connect: (transport: Transport) => Connection): void {
  const connection = connect({
    write: writeToHost,
    log: (...values) => {
      console.error(...values);
    },
    end: () => process.exit(0),
  });
  silenceStdout();
  const report = (error: unknown) => {
    connection.report(error);
  };
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);

  const splitter = new LineSplitter();
  process.stdin.on("data", (bytes: Buffer) => {
    for (const line of splitter.push(bytes)) {
      if (line.ok) connection.receive(line.text);
      else console.error(`dropped a line from zot: ${line.message}`);
    }
  });
  const close = () => {
    connection.close();
  };
  process.stdin.on("end", close);
  process.stdin.on("error", close);
}

/** Synchronous, so that the last frame is out before the process exits. */
function writeToHost(line: string): void {
  let rest = Buffer.from(line);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(STDOUT, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A full pipe in non-blocking mode: the host has not read yet.
      if (code === "EAGAIN") pause();
      // Nobody reads any more.
      else process.exit(0);
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
}
