import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-command.ts'

/** The path of a report in .cache/tests. The report of an earlier run is deleted. */
export function createReportFile(name: string): string {
  const file = path.join(root, '.cache', 'tests', `${name}.json`)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** Null when the test runner ended before it wrote the report. */
export function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
