export type Cell = string | number

/** A table in Markdown with aligned columns: for the terminal and for a document alike. Numbers stand to the right. */
export function markdownTable(head: string[], rows: Cell[][]): string {
  const texts = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => row[column]?.length ?? 0)))
  const toTheRight = head.map((_, column) => rows.every((row) => isFigure(row[column])))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => (toTheRight[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (toTheRight[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  const [first = [], ...others] = texts
  return [line(first), line(rule), ...others.map(line)].join('\n')
}

/** `12`, `×1.06`, `0.8 s`, or nothing. */
function isFigure(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || /^[×<≤–-]?\s?[\d.,]*\s?(?:[a-zA-Zµ%]{0,3})$/.test(cell ?? '')
}
