import { rawMark } from "../render/raw.js";
import { oneLine } from "../sanitize.js";
import type { ImageProtocol } from "../terminal/capabilities.js";
import { truncate } from "../text/fit.js";
import { imageSize, type ImageSize } from "./image-size.js";

/** How a picture is shown. */
export interface ImageOptions {
  readonly protocol: ImageProtocol;
  /** Shown where pictures cannot be. May be foreign. */
  readonly name?: string;
  /** Default: 20. */
  readonly maxRows?: number;
}

const ESC = "\x1b";
const CELL_WIDTH = 8;
/** Terminal cells are about twice as high as wide. */
const CELL_HEIGHT = 16;
/** The longest piece of data that the kitty protocol takes at once. */
const KITTY_CHUNK = 4096;

/** Terminals unpack what they are given, and a few kilobytes can claim to be gigapixels. */
const MOST_PIXELS = 25_000_000;

/**
 * Rows that show a picture, to be committed to the screen: its place, with the picture in the last of them; or one row
 * that names it, where the terminal shows no pictures of that format, or it is too large. Nothing is ever fetched.
 *
 * @example
 * import { detectImageProtocol } from "@zot/tui";
 * import { imageRows } from "@zot/tui/image";
 * imageRows(new Uint8Array(), 80, { protocol: detectImageProtocol(), name: "logo.png" });
 */
export function imageRows(bytes: Uint8Array, width: number, options: ImageOptions): string[] {
  const size = imageSize(bytes);
  // The kitty protocol carries PNG and raw pixels only.
  const isShown =
    size !== undefined &&
    size.width * size.height <= MOST_PIXELS &&
    (options.protocol === "iterm2" || (options.protocol === "kitty" && size.format === "PNG"));
  if (!isShown) return [truncate(describe(bytes, size, options.name), width)];
  const cells = fitCells(size, width, options.maxRows ?? 20);
  const picture = options.protocol === "kitty" ? kitty(bytes, cells) : iterm2(bytes, cells);
  // The rows must exist before the picture is put over them.
  const up = cells.rows > 1 ? `${ESC}[${cells.rows - 1}A` : "";
  const mark = rawMark(`${ESC}7\r${up}${picture}${ESC}8`);
  return [...Array.from({ length: cells.rows - 1 }, () => ""), mark];
}

function describe(bytes: Uint8Array, size: ImageSize | undefined, name = ""): string {
  const kilobytes = Math.max(1, Math.round(bytes.length / 1024));
  const facts = size === undefined ? "picture" : `${size.format} ${size.width}×${size.height}`;
  const label = oneLine(name);
  return `[image${label === "" ? "" : ` ${label}`}: ${facts}, ${kilobytes} KB]`;
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
}

function fitCells(size: ImageSize, width: number, maxRows: number): Cells {
  const columns = Math.max(1, size.width / CELL_WIDTH);
  const rows = Math.max(1, size.height / CELL_HEIGHT);
  const scale = Math.min(1, width / columns, maxRows / rows);
  return {
    columns: Math.max(1, Math.floor(columns * scale)),
    rows: Math.max(1, Math.round(rows * scale)),
  };
}

function kitty(bytes: Uint8Array, { columns, rows }: Cells): string {
  const data = Buffer.from(bytes).toString("base64");
  const parts: string[] = [];
  for (let at = 0; at < data.length; at += KITTY_CHUNK) {
    const more = at + KITTY_CHUNK < data.length ? 1 : 0;
    const head = at === 0 ? `a=T,f=100,q=2,C=1,c=${columns},r=${rows},` : "";
    parts.push(`${ESC}_G${head}m=${more};${data.slice(at, at + KITTY_CHUNK)}${ESC}\\`);
  }
  return parts.join("");
}

function iterm2(bytes: Uint8Array, { columns, rows }: Cells): string {
  const data = Buffer.from(bytes).toString("base64");
  const look = `inline=1;size=${bytes.length};width=${columns};height=${rows};preserveAspectRatio=1`;
  return `${ESC}]1337;File=${look}:${data}\x07`;
}
