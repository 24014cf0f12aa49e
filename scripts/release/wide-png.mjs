import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const GREY_8_BIT = [8, 0, 0, 0, 0];

/** A black line, one pixel high. */
export function makeWidePng(width) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set(GREY_8_BIT, 8);
  const row = Buffer.alloc(1 + width);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(row)), chunk("IEND")];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function chunk(type, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(4 + body.length + 4);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}
