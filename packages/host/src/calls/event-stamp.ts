import type { Event } from "@zot/protocol";

/** Adds to events what all of them carry: the folder, the session, and the place in its order. */
export class EventStamp {
  readonly #cwd: string;
  #session: string | undefined;
  #sequence = 0;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  put(event: Omit<Event, "type">): Event {
    if (event.event === "session_start") {
      this.#session = event.session_id;
      this.#sequence = 0;
    }
    this.#sequence += 1;
    const common = {
      ...(this.#session === undefined ? {} : { session_id: this.#session }),
      cwd: this.#cwd,
      sequence: this.#sequence,
    };
    // What the caller gave counts, and comes first: programs in the field match the start of a line.
    return { type: "event", ...event, ...common, ...event };
  }
}
