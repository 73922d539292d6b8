import { createProgress } from './progress.ts'
import { createReportFile, readReport } from './read-report.ts'
import { runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

/** The part of Playwright's JSON report that is read here. */
interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: Suite[]
}

interface Suite {
  suites?: Suite[]
  specs: { title: string; file: string; tests: { status: string }[] }[]
}

/** Of short-lived objects: they take a thirtieth of the processor time otherwise. */
const fewerCollections = '--max-semi-space-size=32'

/** The tests of tests/e2e in a real browser. */
export const endToEnd: Stage = {
  name: 'end to end',
  run: async () => {
    const file = createReportFile('e2e')
    const progress = createProgress('end to end')
    const { code, output } = await runCommand('playwright', ['test', '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, NODE_OPTIONS: fewerCollections },
      onLine: (line) => {
        const number = /^\s*[✓✘x]\s+(\d+) /u.exec(line)?.[1]
        if (number) progress.update(`${number} done`)
      },
    })
    progress.end()
    return { ...readOutcome(file, code), output: failuresIn(output) }
  },
}

function readOutcome(file: string, code: number): Outcome {
  const report = readReport<Report>(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + report.errors.length
  return {
    passed: expected,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failures: report.suites.flatMap(failedTests),
    notExercised: skipped > 0 ? [`${skipped} skipped end-to-end tests`] : [],
  }
}

function failedTests({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').map(() => `${file} › ${title}`),
  )
  return [...own, ...suites.flatMap(failedTests)]
}

/** Playwright prints a line for each test first; the failures begin with the numbered headings. */
function failuresIn(output: string): string {
  const start = output.search(/^ {2}1\) /m)
  return start < 0 ? output : output.slice(start)
}
