import type { ModelClient } from "@zot/providers";

/** Resolves when the promise does, and when the signal aborts. Rejects if the promise does before that. */
export function untilAborted(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
  if (signal === undefined) return promise;
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const goOn = () => {
      signal.removeEventListener("abort", goOn);
      resolve();
    };
    signal.addEventListener("abort", goOn);
    promise.then(goOn, reject);
  });
}

/** A client that sends nothing before what must be in place is there, whoever asks it. */
export function holdBack(
  client: ModelClient,
  whenReady: (signal: AbortSignal) => Promise<void> | undefined,
): ModelClient {
  return {
    provider: client.provider,
    stream(request, signal) {
      const ready = whenReady(signal);
      return ready === undefined ? client.stream(request, signal) : late(ready);

      async function* late(wait: Promise<void>) {
        await wait;
        yield* client.stream(request, signal);
      }
    },
  };
}
