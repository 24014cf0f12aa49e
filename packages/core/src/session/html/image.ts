import type { ImageBlock } from "@zot/providers";

/** Kinds that a browser shows and that can't hold a script: SVG is not among them. */
const SAFE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function renderImage({ mime_type, data }: ImageBlock): string {
  if (!SAFE_TYPES.has(mime_type) || !BASE64.test(data))
    return "<p>(an image that can't be shown)</p>";
  return `<img alt="" loading="lazy" src="data:${mime_type};base64,${data}">`;
}
