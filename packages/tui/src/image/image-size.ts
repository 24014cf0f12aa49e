/** What the head of a picture says. */
export interface ImageSize {
  readonly format: "PNG" | "JPEG" | "GIF" | "WebP";
  readonly width: number;
  readonly height: number;
}

/**
 * Reads format and size off the first bytes of a PNG, JPEG, GIF or WebP; undefined for anything else.
 *
 * @example
 * import { imageSize } from "@zot/tui/image";
 * imageSize(Buffer.from("not a picture")); // undefined
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => data.toString("latin1", from, to);
  if (data.length >= 24 && text(1, 4) === "PNG") {
    return { format: "PNG", width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  }
  if (data.length >= 10 && text(0, 3) === "GIF") {
    return { format: "GIF", width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  }
  if (data.length >= 30 && text(0, 4) === "RIFF" && text(8, 12) === "WEBP")
    return webp(data, text(12, 16));
  return data.length > 4 && data[0] === 0xff && data[1] === 0xd8 ? jpeg(data) : undefined;
}

function webp(data: Buffer, chunk: string): ImageSize | undefined {
  if (chunk === "VP8X") {
    return {
      format: "WebP",
      width: data.readUIntLE(24, 3) + 1,
      height: data.readUIntLE(27, 3) + 1,
    };
  }
  if (chunk === "VP8L") {
    const bits = data.readUInt32LE(21);
    return { format: "WebP", width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (chunk !== "VP8 ") return undefined;
  return {
    format: "WebP",
    width: data.readUInt16LE(26) & 0x3fff,
    height: data.readUInt16LE(28) & 0x3fff,
  };
}

/** The size stands in the first frame header; other segments before it are passed over by their length. */
function jpeg(data: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 < data.length;) {
    if (data[at] !== 0xff) return undefined;
    const marker = data[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        format: "JPEG",
        height: data.readUInt16BE(at + 5),
        width: data.readUInt16BE(at + 7),
      };
    }
    at += 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}
