/**
 * Chance that repeats itself: the same seed always gives the same numbers, on every machine.
 * Good enough to pick a word; not for secrets.
 */

/**
 * A 32-bit hash of a text (FNV-1a over UTF-16 code units, then mixed).
 *
 * @example
 * hashText('troupe') === hashText('troupe') // true
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mix(hash)
}

/**
 * A stand-in for `Math.random` that is decided by its seed: numbers in [0, 1).
 *
 * @example
 * const a = seededRandom('conversation 7')
 * const b = seededRandom('conversation 7')
 * a() === b() // true
 */
export function seededRandom(seed: string): () => number {
  let state = hashText(seed)
  return () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 0x1_0000_0000
  }
}

/**
 * One of the options, by a number in [0, 1). Numbers outside that range are brought back into it.
 *
 * @example
 * choose(['tea', 'rum'], 0.5) // 'rum'
 */
export function choose(options: readonly string[], chance: number): string {
  const index = Math.floor(chance * options.length)
  return options[Math.min(Math.max(index, 0), options.length - 1)] ?? ''
}

function mix(value: number): number {
  let x = value
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return (x ^ (x >>> 15)) >>> 0
}
