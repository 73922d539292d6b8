/**
 * Values of a file that somebody else wrote: whatever they are, each function returns its type.
 *
 * @example
 * readText(7) // ''
 */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** UTF-16 code units of a name. A longer one is cut: it can be put before each message that it belongs to. */
export const longestName = 200

/**
 * @example
 * readName('Ilse') // 'Ilse'
 */
export const readName = (value: unknown): string => readText(value).slice(0, longestName)

/**
 * @example
 * asRecord(null) // {}
 */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * @example
 * asList('a') // []
 */
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * The value of a JSON text, which may begin with a byte order mark; undefined for any other text.
 *
 * @example
 * parseJson('[1]') // [1]
 * parseJson('[1') // undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
