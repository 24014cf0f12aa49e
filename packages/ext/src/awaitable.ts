/** What a handler may return: now or later. */
export type Awaitable<Value, Nothing = undefined> = Value | Nothing | Promise<Value | Nothing>;
