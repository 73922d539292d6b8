import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createProgress } from './progress.ts'
import { createReportFile, readReport } from './read-report.ts'
import { root, runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

/** The part of Vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  /** One entry per file; `name` is its path. */
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs one project of vitest.config.ts, on a small machine with this many workers. */
export function vitestStage(name: string, project: string, workers: number): Stage {
  return {
    name,
    run: async () => {
      const file = createReportFile(project)
      const progress = createProgress(name)
      let files = 0
      const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      args.push(`--maxWorkers=${Math.max(workers, availableParallelism() - 1)}`)
      const { code, output } = await runCommand('vitest', args, {
        onLine: (line) => {
          if (/^ [✓❯×]/.test(line)) progress.update(`${++files} files`)
        },
      })
      progress.end()
      return { ...readOutcome(name, file, code), output: failuresIn(output) }
    },
  }
}

function readOutcome(name: string, file: string, code: number): Outcome {
  const report = readReport<Report>(file)
  if (!report) return { passed: 0, failed: 1 }
  // A file that could not be loaded has no failed test; it counts as one.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
  )
  const failed = report.numFailedTests + unloaded.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failures: report.testResults.flatMap(failedIn),
    notExercised: report.testResults.flatMap((result) => skippedIn(name, result)),
  }
}

function failedIn({ name, status, assertionResults }: Report['testResults'][number]): string[] {
  const file = path.relative(root, name)
  const failed = assertionResults.filter((assertion) => assertion.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${file}: could not be loaded, or a hook failed`]
  return failed.map(({ fullName }) => `${file} › ${fullName}`)
}

function skippedIn(stage: string, { name, assertionResults }: Report['testResults'][number]): string[] {
  const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length
  const tests = `${skipped} of ${assertionResults.length} tests`
  return skipped > 0 ? [`${tests} of ${path.relative(root, name)} (${stage})`] : []
}

/** Vitest prints the passed files first; the failures begin at one of these headings. */
function failuresIn(output: string): string {
  const start = output.search(/^.*(?:Failed Suites|Failed Tests|Unhandled Errors|Startup Error)/m)
  return start < 0 ? output : output.slice(start)
}
