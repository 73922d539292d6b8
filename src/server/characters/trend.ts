/**
 * Trending: interest that halves every three days. The score is kept as a logarithm on a fixed time axis, so that two
 * characters compare by their stored numbers at any later moment and nothing has to be recomputed as time passes:
 * `trend = log2(Σ weight · 2^(time / halfLife))`.
 */
const halfLife = 3 * 24 * 60 * 60 * 1000
const epoch = Date.UTC(2025, 0, 1)

/** What one event is worth; a new character gets one chat's worth, so that it is seen at all. */
export const trendWeight = { created: 1, chat: 1, stars: (stars: number) => Math.max(0, stars - 2) * 0.5 } as const

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
