import { imageSize, isTooLarge, MOST_PIXELS, type Size } from "./image-type.js";
import { failed, type ToolResult } from "../tool.js";

/** Vendors refuse images with a longer side once a request holds many of them. */
const LONGEST_SIDE = 2_000;
/** Vendors count the base64 text: 5 MB of it. */
const MOST_BYTES = Math.floor((5 * 1024 * 1024 * 3) / 4);

/** An image as vendors take it: as it is if it is small enough, scaled down otherwise. */
export async function showImage(bytes: Buffer, type: string, path: string): Promise<ToolResult> {
  const size = imageSize(bytes, type);
  if (size === undefined || size.width === 0 || size.height === 0) {
    return failed(`${path} begins like an ${type} file, but is damaged`);
  }
  if (isTooLarge(size)) {
    const limit = `at most ${MOST_PIXELS / 1_000_000} megapixels; scale it down first`;
    return failed(
      `${path} is too large an image to show (${size.width} × ${size.height}; ${limit})`,
    );
  }
  if (Math.max(size.width, size.height) <= LONGEST_SIDE && bytes.length <= MOST_BYTES) {
    return imageResult(bytes, type, `${path}: ${size.width} × ${size.height}`, size);
  }
  try {
    const { scaleImage } = await import("./scale-image.js");
    const scaled = scaleImage(bytes, size, { side: LONGEST_SIDE, bytes: MOST_BYTES });
    const note = `${path}: ${size.width} × ${size.height}, scaled down to ${scaled.width} × ${scaled.height}`;
    return imageResult(scaled.bytes, scaled.type, note, size);
  } catch {
    return failed(`${path} could not be scaled down: the image is damaged, or of an unusual kind`);
  }
}

function imageResult(
  bytes: Buffer,
  type: string,
  text: string,
  { width, height }: Size,
): ToolResult {
  return {
    content: [
      { type: "text", text },
      { type: "image", mime_type: type, data: bytes.toString("base64") },
    ],
    details: { width, height, bytes: bytes.length },
  };
}
