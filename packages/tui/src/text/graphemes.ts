import { isPlain } from "./width.js";

let segmenter: Intl.Segmenter | undefined;

/** Splits text into what a reader takes for characters. */
export function graphemes(text: string): string[] {
  if (isPlain(text)) return text.split("");
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Where the grapheme after `at` ends. */
export function nextGrapheme(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const near = text.slice(at, at + 64);
  return at + (graphemes(near)[0]?.length ?? 1);
}

/** Where the grapheme before `at` begins. */
export function previousGrapheme(text: string, at: number): number {
  if (at <= 0) return 0;
  const near = text.slice(Math.max(0, at - 64), at);
  return at - (graphemes(near).at(-1)?.length ?? 1);
}
