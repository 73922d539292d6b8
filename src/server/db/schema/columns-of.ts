/** `createdAt` is stored as `created_at`. */
export type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Name

/** Booleans are 0/1, lists and records JSON. */
export type Stored<Value> = Value extends boolean ? number : Value extends object ? string : Value

/** One column for each field of a response or of a form. */
export type ColumnsOf<Fields> = { [Field in keyof Fields as SnakeCase<Field & string>]: Stored<Fields[Field]> }
