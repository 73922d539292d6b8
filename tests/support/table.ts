export type Cell = string | number

/** Formats a Markdown table with aligned columns, for the terminal and for documents. Numeric columns align right. */
export function markdownTable(head: string[], rows: Cell[][]): string {
  const texts = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => row[column]?.length ?? 0)))
  const isNumeric = head.map((_, column) => rows.every((row) => isFigure(row[column])))
  const formatRow = (cells: string[]) =>
    `| ${cells.map((cell, at) => (isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`
  const separator = widths.map((width, at) => (isNumeric[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  const [first = [], ...others] = texts
  return [formatRow(first), formatRow(separator), ...others.map(formatRow)].join('\n')
}

/** Accepts `12`, `×1.06`, `0.8 s` and the empty string. */
function isFigure(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || /^[×<≤–-]?\s?[\d.,]*\s?(?:[a-zA-Zµ%]{0,3})$/.test(cell ?? '')
}

/** The rows of each table in a Markdown text, by the heads of their columns. */
export function readTables(text: string): Record<string, string>[][] {
  const tables = text.match(/(?:^\|.*\n?)+/gm) ?? []
  return tables.map((table) => {
    const [head = [], , ...rows] = table
      .trim()
      .split('\n')
      .map((row) =>
        row
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      )
    return rows.map((row) => Object.fromEntries(head.map((name, column) => [name, row[column] ?? ''])))
  })
}
