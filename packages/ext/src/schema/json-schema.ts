/** A JSON Schema, for tools whose author does without a schema library. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly "~standard"?: never;
}

/** The type that a literal JSON Schema describes; `unknown` where it says nothing. */
export type FromJsonSchema<Schema> = Schema extends { const: infer Value }
  ? Value
  : Schema extends { enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { type: infer Type }
      ? FromType<Type, Schema>
      : unknown;

type FromType<Type, Schema> = Type extends "string"
  ? string
  : Type extends "number" | "integer"
    ? number
    : Type extends "boolean"
      ? boolean
      : Type extends "null"
        ? null
        : Type extends "array"
          ? FromItems<Schema>
          : Type extends "object"
            ? FromProperties<Schema>
            : Type extends readonly (infer Each)[]
              ? FromType<Each, Schema>
              : unknown;

type FromItems<Schema> = Schema extends { items: infer Items }
  ? FromJsonSchema<Items>[]
  : unknown[];

type FromProperties<Schema> = Schema extends { properties: infer Properties }
  ? Flat<
      { -readonly [Name in RequiredOf<Schema, Properties>]: FromJsonSchema<Properties[Name]> } & {
        -readonly [
          Name in Exclude<keyof Properties, RequiredOf<Schema, Properties>>
        ]?: FromJsonSchema<Properties[Name]>;
      }
    >
  : Record<string, unknown>;

type RequiredOf<Schema, Properties> = Schema extends { required: readonly (infer Name)[] }
  ? Extract<keyof Properties, Name>
  : never;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
