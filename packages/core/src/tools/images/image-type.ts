/** What kind of image the bytes are, by their first ones: names lie. */
export function imageType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "image/png";
  if (bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "image/jpeg";
  const start = bytes.toString("latin1", 0, 12);
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  if (start.startsWith("RIFF") && start.slice(8) === "WEBP") return "image/webp";
  return undefined;
}

export interface Size {
  width: number;
  height: number;
}

/** Unpacking takes twelve bytes a pixel at its height: this much is 300 MB. Screens of 6K fit, and most photos. */
export const MOST_PIXELS = 25_000_000;

/** A few kilobytes can claim to be gigapixels: whoever unpacks or shows an image asks this first. */
export function isTooLarge({ width, height }: Size): boolean {
  return width * height > MOST_PIXELS;
}

/** The size that an image will have once it is unpacked, by its headers: the largest, where there are several. */
export function imageSize(bytes: Buffer, type: string): Size | undefined {
  try {
    switch (type) {
      case "image/png":
        // Nothing may come before this chunk.
        if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
        return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
      case "image/gif":
        return gifSize(bytes);
      case "image/webp":
        return webpSize(bytes);
      default:
        return jpegSize(bytes);
    }
  } catch {
    // Shorter than its header: not an image that anyone can show.
    return undefined;
  }
}

/** Decoders make room for the first frame, which may be larger than the screen that it is for. */
function gifSize(bytes: Buffer): Size {
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const flags = bytes.readUInt8(10);
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  while (bytes[at] === 0x21) {
    // An extension: its label, then blocks that each begin with their length, up to an empty one.
    at += 2;
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
    at += 1;
  }
  if (bytes[at] !== 0x2c) return screen;
  return larger(screen, { width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) });
}

function webpSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const found = webpChunkSize(bytes, at);
    if (found !== undefined) size = larger(size ?? found, found);
    // Chunks have an even length.
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return size;
}

function webpChunkSize(bytes: Buffer, at: number): Size | undefined {
  switch (bytes.toString("latin1", at, at + 4)) {
    case "VP8 ":
      return {
        width: bytes.readUInt16LE(at + 14) & 0x3fff,
        height: bytes.readUInt16LE(at + 16) & 0x3fff,
      };
    case "VP8L": {
      const bits = bytes.readUInt32LE(at + 9);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(at + 12, 3) + 1, height: bytes.readUIntLE(at + 15, 3) + 1 };
    case "ANMF":
      return { width: bytes.readUIntLE(at + 14, 3) + 1, height: bytes.readUIntLE(at + 17, 3) + 1 };
    default:
      return undefined;
  }
}

function larger(a: Size, b: Size): Size {
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
}

function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    // The start-of-frame markers, less the tables that share their range.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
