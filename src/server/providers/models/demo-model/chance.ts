/** Chance that can be repeated: the same seed text gives the same rolls in the same order. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  roll(): number
  /** True with the given probability. */
  maybe(probability: number): boolean
  /** The items in an order of chance. */
  shuffle<T>(items: readonly T[]): T[]
}

export function chanceFrom(seed: string): Chance {
  let state = hash(seed)
  const roll = () => {
    // mulberry32: one multiply-and-shift generator, quite enough for choosing words
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    roll,
    maybe: (probability) => roll() < probability,
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: roll() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  }
}

/** FNV-1a over the text's code units. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value
}
