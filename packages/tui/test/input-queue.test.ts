import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InputQueue } from "../src/terminal/input-queue.js";

const ANSWER = "\x1b[24;80R";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("answers that come after the next question do not make a slow line look fast", () => {
  const queue = new InputQueue();
  const seen: string[] = [];
  queue.listen((event) => seen.push(event.type));
  queue.expectReplies(2);
  vi.advanceTimersByTime(4000);
  queue.expectReplies(1);
  vi.advanceTimersByTime(10);
  queue.push(ANSWER + ANSWER);
  // The start of the third answer, whose rest is on its way.
  queue.push("\x1b");
  vi.advanceTimersByTime(200);
  expect(seen).toEqual([]);
  queue.push(ANSWER.slice(1));
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([]);
});
