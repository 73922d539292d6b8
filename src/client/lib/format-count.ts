/** Formats a count in short form: 987, 12.4k, 2.1M. */
export function formatCount(count: number): string {
  if (count < 1_000) return String(count)
  // 999,950 would round to "1000k".
  if (count < 999_950) return `${trimZero(count / 1_000)}k`
  return `${trimZero(count / 1_000_000)}M`
}

function trimZero(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}

/** A count with what is counted: 1 entry, 1,200 entries. */
export const counted = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`
