import type { Task } from "./make-zot.js";

/** What handlers are at work on, each with a signal that says when nobody waits for it any more. */
export class Tasks {
  readonly #life: AbortSignal;
  readonly #open = new Map<string, { task: Task; controller: AbortController }>();

  /** `life` aborts when the host is gone, whatever a handler has left behind. */
  constructor(life: AbortSignal) {
    this.#life = life;
  }

  get isDeciding(): boolean {
    return [...this.#open.values()].some(({ task }) => task.kind === "intercept");
  }

  begin(kind: Task["kind"], id: string): { task: Task; signal: AbortSignal; end: () => void } {
    const task: Task = { kind, id, isOpen: true, hasAsked: false };
    const controller = new AbortController();
    const key = `${kind} ${id}`;
    this.#open.set(key, { task, controller });
    return {
      task,
      signal: AbortSignal.any([this.#life, controller.signal]),
      end: () => {
        task.isOpen = false;
        this.#open.delete(key);
      },
    };
  }

  cancel(kind: Task["kind"], id: string, why: string): void {
    this.#open.get(`${kind} ${id}`)?.controller.abort(new Error(why));
  }
}
