/** What is wrong with a value, and where. */
export class Fault {
  readonly path: PropertyKey[] = [];

  constructor(readonly message: string) {}

  within(key: PropertyKey): this {
    this.path.unshift(key);
    return this;
  }

  toString(): string {
    return this.path.length > 0 ? `${this.path.join(".")}: ${this.message}` : this.message;
  }
}

/** Says what was expected and what came. */
export function expected(what: string, value: unknown): Fault {
  return new Fault(value === undefined ? "is missing" : `expected ${what}, got ${describe(value)}`);
}

/** One of several values: what came is quoted if it is short. */
export function expectedOneOf(values: readonly unknown[], value: unknown): Fault {
  const what = anyOf(values.map((each) => JSON.stringify(String(each))));
  const isShort = typeof value === "string" && value.length <= 40;
  return isShort
    ? new Fault(`expected ${what}, got ${JSON.stringify(value)}`)
    : expected(what, value);
}

/** Names what a value is, for whoever sent it. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number out of range";
  return withArticle(Array.isArray(value) ? "array" : typeof value);
}

export function anyOf(choices: readonly string[]): string {
  const last = choices.at(-1) ?? "something else";
  return choices.length > 1 ? `${choices.slice(0, -1).join(", ")} or ${last}` : last;
}

const NAMES: Record<string, string> = { int: "integer", record: "object" };

export function withArticle(kind: string): string {
  const name = NAMES[kind] ?? kind;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}
