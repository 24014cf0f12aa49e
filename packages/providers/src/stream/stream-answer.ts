import type { StreamEvent } from "../stream-event.js";
import { EventQueue } from "./event-queue.js";

/**
 * A stream that begins to answer when somebody reads it. The signal that `answer` gets is also aborted when the reader
 * leaves; `answer` ends the queue, and does not throw.
 */
export function streamAnswer(
  signal: AbortSignal,
  answer: (queue: EventQueue<StreamEvent>, signal: AbortSignal) => Promise<void>,
): AsyncIterable<StreamEvent> {
  return {
    [Symbol.asyncIterator]() {
      const queue = new EventQueue<StreamEvent>();
      const abandoned = new AbortController();
      queue.onAbandoned = () => {
        abandoned.abort();
      };
      void answer(queue, AbortSignal.any([signal, abandoned.signal]));
      return queue;
    },
  };
}
