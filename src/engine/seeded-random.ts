/**
 * Hashes a text to an unsigned 32-bit integer: FNV-1a over UTF-16 code units. Not cryptographic.
 *
 * @example
 * fnv1a('foobar') // 0xbf9cf968
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/**
 * As `fnv1a`, with a finaliser that spreads similar texts.
 *
 * @example
 * hashText('troupe') === hashText('troupe') // true
 */
export function hashText(text: string): number {
  return mix(fnv1a(text))
}

/**
 * Creates a random number generator in [0, 1), in place of `Math.random`. The same seed gives the same numbers on every
 * machine. Not cryptographic.
 *
 * @example
 * const a = seededRandom('conversation 7')
 * const b = seededRandom('conversation 7')
 * a() === b() // true
 */
export function seededRandom(seed: string): () => number {
  let state: number | null = null
  return () => {
    // Most texts draw no number, so the seed is hashed only for those that do.
    state = ((state ?? hashText(seed)) + 0x9e3779b9) | 0
    return mix(state) / 0x1_0000_0000
  }
}

/**
 * Selects an option by a number in [0, 1). A number outside the range selects the first or the last option; without
 * options the result is empty.
 *
 * @example
 * choose(['tea', 'rum'], 0.5) // 'rum'
 */
export function choose(options: readonly string[], random: number): string {
  const index = Math.floor(random * options.length)
  return options[Math.min(Math.max(index, 0), options.length - 1)] ?? ''
}

/** A finaliser of https://github.com/skeeto/hash-prospector: `[16 21f0aaad 15 735a2d97 15]`. */
function mix(value: number): number {
  let x = value
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return (x ^ (x >>> 15)) >>> 0
}
