const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/**
 * Formats a number of bytes with at most one decimal.
 * @example formatBytes(1_572_864) // '1.5 MB'
 */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // 999.95 would round to "1000".
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${units[unit]}`
}
