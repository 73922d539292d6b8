import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { markdownTable } from '#tests/support/table.ts'

interface Row {
  table: string
  cells: Record<string, string | number>
}

const file = path.join(import.meta.dirname, '..', '..', '.cache', 'abuse-figures.jsonl')

/** Adds a row to the table of this title, which `npm run test:abuse` prints at its end. The keys are the columns. */
export function recordFigures(table: string, cells: Row['cells']): void {
  mkdirSync(path.dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify({ table, cells } satisfies Row)}\n`)
}

export function clearFigures(): void {
  rmSync(file, { force: true })
}

/** All recorded tables in Markdown, for docs/operating.md. */
export function figureTables(): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const tables = Map.groupBy(
    lines.map((line) => JSON.parse(line) as Row),
    ({ table }) => table,
  )
  return [...tables].map(([title, rows]) => `${title}\n\n${tableOf(rows)}\n`).join('\n')
}

function tableOf(rows: Row[]): string {
  const head = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
  return markdownTable(
    head,
    rows.map(({ cells }) => head.map((column) => cells[column] ?? '–')),
  )
}
