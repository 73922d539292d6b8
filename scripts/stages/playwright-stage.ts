import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createProgress } from './progress.ts'
import { root, runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

/** What of Playwright's JSON report is read here. */
interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** The journeys of tests/e2e in a real browser. */
export const journeys: Stage = {
  name: 'end to end',
  run: async () => {
    const file = path.join(root, '.cache', 'tests', 'e2e.json')
    mkdirSync(path.dirname(file), { recursive: true })
    rmSync(file, { force: true })
    const progress = createProgress('end to end')
    const { code, output } = await runCommand('playwright', ['test', '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      onLine: (line) => {
        const number = /^\s*[✓✘x]\s+(\d+) /u.exec(line)?.[1]
        if (number) progress.say(`${number} done`)
      },
    })
    progress.end()
    return { ...read(file, code), output }
  },
}

function read(file: string, code: number): Outcome {
  const report = parse(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + report.errors.length
  return {
    passed: expected,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    notExercised: skipped > 0 ? [`${skipped} end-to-end tests that were skipped`] : [],
  }
}

function parse(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
