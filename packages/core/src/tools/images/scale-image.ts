import { PhotonImage, resize, SamplingFilter } from "@silvia-odwyer/photon-node";
import type { Size } from "./image-type.js";

const JPEG_QUALITY = 85;
/** Each round that is still too heavy makes it this much smaller. */
const SHRINK = 0.7;

export interface Scaled extends Size {
  bytes: Buffer;
  type: "image/png" | "image/jpeg";
}

/** Makes an image fit both limits. PNG keeps screenshots sharp; a photo that is too heavy so becomes JPEG. */
export function scaleImage(
  bytes: Buffer,
  size: Size,
  most: { side: number; bytes: number },
): Scaled {
  const original = PhotonImage.new_from_byteslice(bytes);
  try {
    let factor = Math.min(1, most.side / Math.max(size.width, size.height));
    for (;;) {
      const scaled = encodeAt(original, factor, most.bytes);
      if (scaled !== undefined) return scaled;
      factor *= SHRINK;
    }
  } finally {
    // The image lies in WebAssembly's memory, which is not collected.
    original.free();
  }
}

function encodeAt(original: PhotonImage, factor: number, mostBytes: number): Scaled | undefined {
  const width = Math.max(1, Math.round(original.get_width() * factor));
  const height = Math.max(1, Math.round(original.get_height() * factor));
  const image = resize(original, width, height, SamplingFilter.Lanczos3);
  try {
    const png = Buffer.from(image.get_bytes());
    if (png.length <= mostBytes) return { bytes: png, type: "image/png", width, height };
    const jpeg = Buffer.from(image.get_bytes_jpeg(JPEG_QUALITY));
    if (jpeg.length <= mostBytes) return { bytes: jpeg, type: "image/jpeg", width, height };
    return undefined;
  } finally {
    image.free();
  }
}
