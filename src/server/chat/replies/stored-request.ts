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

/**
 * The parts of a request by their keys, which are short: the hash of the whole request checks them. `store` is given the
 * numbers of the parts.
 */
export function splitRequest(body: object) {
  const parts = new Map<string, string>()
  const addPart = (part: unknown) => {
    const text = JSON.stringify(part)
    const key = hash('sha256', text, 'base64url').slice(0, 8)
    parts.set(key, text)
    return key
  }
  const fields = Object.entries(body).map(([name, value]) => {
    const keys = partFields.has(name) && Array.isArray(value) ? value.map(addPart) : null
    return { name, keys, value }
  })
  const whole = hash('sha256', JSON.stringify(body), 'base64url')
  return {
    parts,
    store(numbers: ReadonlyMap<string, number>): StoredRequest {
      const stored = fields.map(({ name, keys, value }) => [
        name,
        keys ? writeRanges(keys.map((key) => numbers.get(key) ?? 0)) : value,
      ])
      return { body: Object.fromEntries(stored), hash: whole }
    },
  }
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
