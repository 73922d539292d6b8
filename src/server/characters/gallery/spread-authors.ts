/** Of any 20 characters in a row, at most three have the same author, while there are others. */
const windowLength = 20
const maxOfAuthor = 3

interface Authored {
  author: string
}

interface Spread {
  /** Indexes of the given rows. */
  order: number[]
  /** How many of them come before the rest that cannot be spread. */
  spreadLength: number
}

/**
 * Sorts rows so that at most three of one author are among any 20; otherwise the order stays. A row that would be the fourth
 * waits for the first place where it is not. When every row that is left waits, the order ends, or, if no more rows follow
 * the given ones, has those last whose author was shown least.
 */
export function spreadAuthors(rows: readonly Authored[], hasMore: boolean): Spread {
  const order: number[] = []
  const shown = new Map<string, number>()
  const waiting = new Map<string, number[]>()
  let next = 0
  let spreadLength: number | undefined
  const authorOf = (index: number) => (rows[index] as Authored).author
  const count = (author: string, change: number) => shown.set(author, (shown.get(author) ?? 0) + change)
  const isFull = (author: string) => (shown.get(author) ?? 0) >= maxOfAuthor
  const takeWaiting = (author: string) => {
    const index = waiting.get(author)?.shift()
    if (waiting.get(author)?.length === 0) waiting.delete(author)
    return index
  }
  const takeNext = () => {
    for (; next < rows.length; next += 1) {
      const author = authorOf(next)
      if (!isFull(author)) return next++
      const others = waiting.get(author)
      if (others) others.push(next)
      else waiting.set(author, [next])
    }
  }
  const takeLeastShown = () => {
    spreadLength ??= order.length
    const [author] = [...waiting.keys()].toSorted((a, b) => (shown.get(a) ?? 0) - (shown.get(b) ?? 0))
    return hasMore || author === undefined ? undefined : takeWaiting(author)
  }
  for (;;) {
    // An author whose rows wait can be shown again when one of their rows is no longer among the last 19.
    const leaving = order.at(-windowLength)
    const author = leaving === undefined ? undefined : authorOf(leaving)
    if (author !== undefined) count(author, -1)
    const freed = author !== undefined && !isFull(author) ? takeWaiting(author) : undefined
    const index = freed ?? takeNext() ?? takeLeastShown()
    if (index === undefined) return { order, spreadLength: spreadLength ?? order.length }
    order.push(index)
    count(authorOf(index), 1)
  }
}

/**
 * Where later pages can begin to spread: the last 19 of the first `length` places have their rows unmoved, so that what
 * follows depends on no row before them.
 */
export function findRestart({ order, spreadLength }: Spread, length: number): number {
  let restart = 0
  let unmoved = 0
  let last = -1
  for (const [place, index] of order.slice(0, Math.min(length, spreadLength)).entries()) {
    last = Math.max(last, index)
    unmoved = index === place && last === place ? unmoved + 1 : 0
    if (unmoved >= windowLength - 1) restart = place - windowLength + 2
  }
  return restart
}
