/** The median; NaN without values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The percentile by the nearest-rank method. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? Number.NaN
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`
export const times = (ratio: number) => `×${ratio.toFixed(ratio < 10 ? 2 : 1)}`
export const mb = (value: number) => `${value.toFixed(0)} MB`
export const range = (values: readonly number[], format: (value: number) => string) =>
  `${format(Math.min(...values))}–${format(Math.max(...values))}`

/** The slope of a linear regression of `y` over `x`. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const covariance = mean(points.map((point) => (point.x - x) * (point.y - y)))
  return covariance / mean(points.map((point) => (point.x - x) ** 2))
}
