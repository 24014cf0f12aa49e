import { spawn } from "node:child_process";
import { connect } from "node:net";
import { once } from "node:events";

const CONFIGURE_WINDOW = 12;
const WIDTH_AND_HEIGHT = 0x4 | 0x8;

/** A display of X in memory, without a window manager. */
export async function openDisplay() {
  const server = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-ac", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  let number = "";
  while (!number.endsWith("\n")) number += (await once(server.stdio[3], "data"))[0].toString();
  const name = `:${number.trim()}`;
  const socket = connect(`/tmp/.X11-unix/X${number.trim()}`);
  // Little endian, protocol 11.0, no authorisation.
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  await once(socket, "data");
  socket.resume();
  return {
    name,
    /** Gives a window another size in pixels, as a mouse would at its corner. */
    resizeWindow(window, width, height) {
      const request = Buffer.alloc(20);
      request.writeUInt8(CONFIGURE_WINDOW, 0);
      request.writeUInt16LE(5, 2);
      request.writeUInt32LE(window, 4);
      request.writeUInt16LE(WIDTH_AND_HEIGHT, 8);
      request.writeUInt32LE(width, 12);
      request.writeUInt32LE(height, 16);
      socket.write(request);
    },
    async close() {
      socket.destroy();
      server.kill();
      await once(server, "exit");
    },
  };
}
