const maxInARow = 3

interface Authored {
  author: string
}

/**
 * Moves rows so that at most three of one author follow each other, while there are others; otherwise the order stays. A
 * row that would be the fourth comes after the next row of another author.
 */
export function spreadAuthors<Row extends Authored>(rows: Row[]): Row[] {
  const waiting = [...rows]
  const spread: Row[] = []
  while (waiting.length > 0) {
    const full = isRunAt(spread, spread.length - 1, maxInARow) ? spread.at(-1)?.author : undefined
    const next = waiting.findIndex(({ author }) => author !== full)
    if (next === -1) return [...spread, ...waiting]
    spread.push(...waiting.splice(next, 1))
  }
  return spread
}

export function hasLongRun(rows: Authored[]): boolean {
  return rows.some((_, index) => isRunAt(rows, index, maxInARow + 1))
}

/** Whether the `length` rows that end at `index` have one author. */
function isRunAt(rows: Authored[], index: number, length: number): boolean {
  const begin = index - length + 1
  return begin >= 0 && rows.slice(begin, index + 1).every(({ author }) => author === rows[index]?.author)
}
