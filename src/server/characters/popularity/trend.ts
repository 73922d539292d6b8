/**
 * The trend score: a sum of events whose weight halves every three days. It is stored as a logarithm relative to a fixed
 * time, `trend = log2(Σ weight · 2^(time / halfLife))`, so that stored scores compare at any later time and are never
 * recomputed.
 */
const halfLife = 3 * 24 * 60 * 60 * 1000
const epoch = Date.UTC(2025, 0, 1)

/**
 * The weight of each event. A new character starts below every character that had a turn within the last 18 days, and
 * below the sample characters of a new installation; the list of new characters on home shows it.
 */
export const trendWeight = {
  created: 1 / 64,
  sample: 1,
  turn: 1,
  stars: (stars: number) => Math.max(0, stars - 2) * 0.5,
} as const

/** The score of a single event of `weight` at `now` (milliseconds). */
export function trendOf(weight: number, now: number): number {
  return (now - epoch) / halfLife + Math.log2(weight)
}

/** `trend` with one more event of `weight` at `now`. */
export function trendAfter(trend: number, weight: number, now: number): number {
  if (weight <= 0) return trend
  const event = trendOf(weight, now)
  const higher = Math.max(trend, event)
  return higher + Math.log2(2 ** (trend - higher) + 2 ** (event - higher))
}
