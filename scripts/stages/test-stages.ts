import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { root, runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

interface TestRunner<Report> {
  command: string
  args: (reportFile: string) => string[]
  env?: (reportFile: string) => NodeJS.ProcessEnv
  /** A line that says that something is done. */
  done: RegExp
  /** Where the failures begin in the output: the tests that passed are printed first. */
  failures: RegExp
  read: (report: Report) => Outcome
}

/** Runs tests, and reads what they led to from the report that they leave in .cache/tests. */
function testStage<Report>(name: string, reportName: string, runner: TestRunner<Report>): Stage {
  return {
    name,
    run: async () => {
      const file = path.join(root, '.cache', 'tests', `${reportName}.json`)
      mkdirSync(path.dirname(file), { recursive: true })
      rmSync(file, { force: true })
      const showProgress = createProgress(name)
      let done = 0
      const { code, output } = await runCommand(runner.command, runner.args(file), {
        env: runner.env?.(file),
        onLine: (line) => runner.done.test(line) && showProgress(`${++done} done`),
      })
      if (process.stdout.isTTY) process.stdout.write(clearLine)
      const outcome = readReport(file, runner.read)
      const start = output.search(runner.failures)
      const failed = outcome.failed === 0 && code !== 0 ? 1 : outcome.failed
      return { ...outcome, failed, output: start < 0 ? output : output.slice(start) }
    },
  }
}

/** One failure when the test runner ended before it wrote the report. */
function readReport<Report>(file: string, read: (report: Report) => Outcome): Outcome {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const intervalMs = 15_000
const clearLine = '\r\x1b[K'

/** Shows the progress of a long stage: on a terminal in one line, elsewhere as a new line every 15 seconds. */
function createProgress(stage: string): (text: string) => void {
  const start = performance.now()
  let lastPrint = start
  return (text) => {
    const line = `… ${stage}: ${text}, ${((performance.now() - start) / 1000).toFixed(0)} s`
    if (process.stdout.isTTY) process.stdout.write(clearLine + line)
    else if (performance.now() - lastPrint > intervalMs) {
      lastPrint = performance.now()
      console.log(`  ${line}`)
    }
  }
}

/** The part of Vitest's JSON report that is read here. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  /** One entry per file; `name` is its path. */
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs one project of vitest.config.ts, on a small machine with this many workers. */
export const vitestStage = (name: string, project: string, workers: number): Stage =>
  testStage<VitestReport>(name, project, {
    command: 'vitest',
    args: (file) => [
      ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      `--maxWorkers=${Math.max(workers, availableParallelism() - 1)}`,
    ],
    done: /^ [✓❯×]/,
    failures: /^.*(?:Failed Suites|Failed Tests|Unhandled Errors|Startup Error)/m,
    read({ numPassedTests, numFailedTests, testResults }) {
      // A file that could not be loaded has no failed test; it counts as one.
      const unloaded = testResults.filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
      )
      const failures = testResults.flatMap(({ name: file, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${path.relative(root, file)} › ${fullName}`),
      )
      return {
        passed: numPassedTests,
        failed: numFailedTests + unloaded.length,
        failures: [
          ...failures,
          ...unloaded.map((file) => `${path.relative(root, file.name)}: could not be loaded, or a hook failed`),
        ],
        notExercised: testResults.flatMap((result) => skippedIn(name, result)),
      }
    },
  })

function skippedIn(stage: string, { name, assertionResults }: VitestReport['testResults'][number]): string[] {
  const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length
  const tests = `${skipped} of ${assertionResults.length} tests`
  return skipped > 0 ? [`${tests} of ${path.relative(root, name)} (${stage})`] : []
}

/** The part of Playwright's JSON report that is read here. */
interface PlaywrightReport {
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
export const endToEnd = testStage<PlaywrightReport>('end to end', 'e2e', {
  command: 'playwright',
  args: () => ['test', '--reporter=list,json'],
  env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file, NODE_OPTIONS: fewerCollections }),
  done: /^\s*[✓✘x]\s+\d+ /u,
  failures: /^ {2}1\) /m,
  read: ({ stats: { expected, unexpected, flaky, skipped }, errors, suites }) => ({
    passed: expected,
    failed: unexpected + flaky + errors.length,
    failures: suites.flatMap(failedTests),
    notExercised: skipped > 0 ? [`${skipped} skipped end-to-end tests`] : [],
  }),
})

function failedTests({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').map(() => `${file} › ${title}`),
  )
  return [...own, ...suites.flatMap(failedTests)]
}
