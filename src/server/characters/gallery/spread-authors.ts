const maxInARow = 3

interface Owned {
  owner_id: string
}

/**
 * Moves rows so that at most three of one author follow each other, while there are others; otherwise the order stays. A
 * row that would be the fourth comes after the next row of another author.
 */
export function spreadAuthors<Row extends Owned>(rows: Row[]): Row[] {
  const waiting = [...rows]
  const spread: Row[] = []
  while (waiting.length > 0) {
    const author = isRunAt(spread, spread.length - 1, maxInARow) ? spread.at(-1)?.owner_id : undefined
    const next = waiting.findIndex(({ owner_id }) => owner_id !== author)
    if (next === -1) return [...spread, ...waiting]
    spread.push(...waiting.splice(next, 1))
  }
  return spread
}

export function hasLongRun(rows: Owned[]): boolean {
  return rows.some((_, index) => isRunAt(rows, index, maxInARow + 1))
}

/** Whether the `length` rows that end at `index` have one author. */
function isRunAt(rows: Owned[], index: number, length: number): boolean {
  const begin = index - length + 1
  return begin >= 0 && rows.slice(begin, index + 1).every(({ owner_id }) => owner_id === rows[index]?.owner_id)
}
