import { crc32, deflateSync } from "node:zlib";

/** A whole, valid PNG of one grey: a few kilobytes, whatever its size. */
export function greyPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", head),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A GIF whose screen is tiny and whose first picture is not. */
export function gifWithHugeFrame(width: number, height: number, bytes: number): Buffer {
  const gif = Buffer.alloc(bytes);
  // A screen of 10 × 10, then a comment, as decoders pass over, then the picture.
  gif.write("GIF89a\x0a\x00\x0a\x00\x00\x00\x00\x21\xfe\x03abc\x00\x2c", "latin1");
  gif.writeUInt16LE(width, 25);
  gif.writeUInt16LE(height, 27);
  gif[30] = 8;
  return gif;
}

/** A WebP whose canvas is tiny and whose picture is not. */
export function webpWithHugePicture(width: number, height: number, bytes: number): Buffer {
  const webp = Buffer.alloc(bytes);
  webp.write("RIFF", 0);
  webp.writeUInt32LE(bytes - 8, 4);
  webp.write("WEBPVP8X", 8);
  webp.writeUInt32LE(10, 16);
  webp.writeUIntLE(9, 24, 3);
  webp.writeUIntLE(9, 27, 3);
  webp.write("VP8L", 30);
  webp.writeUInt32LE(bytes - 38, 34);
  webp[38] = 0x2f;
  webp.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 39);
  return webp;
}

/** As much of a JPEG as says how large it is. */
export function jpegHead(width: number, height: number): Buffer {
  const jpeg = Buffer.from("ffd8ffe000040000ffc00011080000000003000000000000", "hex");
  jpeg.writeUInt16BE(height, 13);
  jpeg.writeUInt16BE(width, 15);
  return jpeg;
}
