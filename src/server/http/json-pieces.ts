/**
 * `JSON.stringify` for what does not fit in memory: wherever an async iterable stands in the value, an array is written
 * as its items arrive.
 */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (isAsyncIterable(value)) {
    let before = '['
    for await (const item of value) {
      yield before
      yield* jsonPieces(item)
      before = ',\n'
    }
    yield before === '[' ? '[]' : ']'
  } else if (isObject(value) && Object.values(value).some(isAsyncIterable)) {
    let before = '{'
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* jsonPieces(part)
      before = ',\n'
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
