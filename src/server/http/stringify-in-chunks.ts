/**
 * `JSON.stringify` for values that do not fit in memory. An async iterable anywhere in the value is written as an array,
 * item by item, as the items arrive.
 */
export async function* stringifyInChunks(value: unknown): AsyncGenerator<string> {
  if (isAsyncIterable(value)) {
    let separator = '['
    for await (const item of value) {
      yield separator
      yield* stringifyInChunks(item)
      separator = ',\n'
    }
    yield separator === '[' ? '[]' : ']'
  } else if (isObject(value) && Object.values(value).some(isAsyncIterable)) {
    let separator = '{'
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* stringifyInChunks(part)
      separator = ',\n'
    }
    yield '}'
  } else {
    yield JSON.stringify(value) ?? 'null'
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value
}
