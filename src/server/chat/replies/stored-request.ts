import { hash } from 'node:crypto'

/**
 * A request to a model as its receipt stores it: its settings, and instead of its messages the numbers of their texts, which
 * the conversation stores once (`request_parts`).
 */
export interface StoredRequest {
  /** The fields of `partFields` are ranges of numbers: `1-3,8`. */
  body: Record<string, unknown>
  /** Of the whole request; null where its texts are hidden from the player, and not stored. */
  hash: string | null
}

export interface RequestPart {
  number: number
  key: string
  text: string
}

/** The fields of a request whose elements are parts. */
const partFields = new Set(['system', 'messages'])

/** The hashes of the parts of a request, with their texts. They are short: the hash of the whole request checks them. */
export function listParts(body: object): Map<string, string> {
  const fields = Object.entries(body).filter(([name, value]) => partFields.has(name) && Array.isArray(value))
  const texts = fields.flatMap(([, value]) => (value as unknown[]).map((part) => JSON.stringify(part)))
  return new Map(texts.map((text) => [keyOf(text), text]))
}

const keyOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 8)

/** `numbers`: of its parts, by their keys. */
export function toStoredRequest(body: object, numbers: ReadonlyMap<string, number>): StoredRequest {
  const fields = Object.entries(body).map(([name, value]) => {
    const isParts = partFields.has(name) && Array.isArray(value)
    return [name, isParts ? writeRanges(value.map((part) => numbers.get(keyOf(JSON.stringify(part))) ?? 0)) : value]
  })
  return { body: Object.fromEntries(fields), hash: hash('sha256', JSON.stringify(body), 'base64url') }
}

/** The settings of a request: everything but its texts. */
export function settingsOf(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !partFields.has(name)))
}

export function listPartNumbers({ body }: StoredRequest): number[] {
  return [...partFields].flatMap((name) => readRanges(body[name]))
}

/** The request, byte for byte as it was sent; null where a text of it is not stored any more. */
export function joinRequest(request: StoredRequest, parts: Iterable<Omit<RequestPart, 'key'>>): string | null {
  const texts = new Map([...parts].map(({ number, text }) => [number, text]))
  const fields = Object.entries(request.body).map(([name, value]) => {
    const written = partFields.has(name)
      ? `[${readRanges(value).map((number) => texts.get(number))}]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}:${written}`
  })
  const text = `{${fields}}`
  return hash('sha256', text, 'base64url') === request.hash ? text : null
}

function writeRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range?.[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join()
}

function readRanges(ranges: unknown): number[] {
  return String(ranges ?? '')
    .split(',')
    .filter(Boolean)
    .flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
}
