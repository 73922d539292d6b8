import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'
import path from 'node:path'
import { readTables } from '#tests/support/table.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'docs', 'figures')

/** Describes the machine in one line. */
export function describeMachine(): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, ${memory}, ${type()}, Node ${process.version}`
}

/** Writes the tables of a measurement, which are in Markdown, to `docs/figures/<name>.json`. */
export function saveFigures(name: string, { title, options, text }: { title: string; options: object; text: string }) {
  mkdirSync(folder, { recursive: true })
  const measuredAt = new Date().toISOString()
  const run = { title, measuredAt, machine: describeMachine(), options, tables: readTables(text) }
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(run, null, 2)}\n`)
}
