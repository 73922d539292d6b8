import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createProgress } from './progress.ts'
import { root, runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

/** What of Vitest's JSON report is read here. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    /** The file. */
    name: string
    status: string
    assertionResults: { status: string }[]
  }[]
}

/** Runs one project of vitest.config.ts. */
export function vitestStage(name: string, project: string): Stage {
  return {
    name,
    run: async () => {
      const file = path.join(root, '.cache', 'tests', `${project}.json`)
      mkdirSync(path.dirname(file), { recursive: true })
      rmSync(file, { force: true })
      const progress = createProgress(name)
      let files = 0
      const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await runCommand('vitest', args, {
        onLine: (line) => {
          if (/^ [✓❯×]/.test(line)) progress.say(`${++files} files`)
        },
      })
      progress.end()
      return { ...read(name, file, code), output: failuresIn(output) }
    },
  }
}

function read(name: string, file: string, code: number): Outcome {
  const report = parse(file)
  if (!report) return { passed: 0, failed: 1 }
  // A file that could not even be read has no failed test in it; it counts as one.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    notExercised: report.testResults.flatMap((result) => leftOut(name, result)),
  }
}

function leftOut(stage: string, { name, assertionResults }: Report['testResults'][number]): string[] {
  const left = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length
  const tests = `${left} of ${assertionResults.length} tests`
  return left > 0 ? [`${tests} of ${path.relative(root, name)} (${stage})`] : []
}

function parse(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Vitest lists what went well first; from here on it says what did not. */
function failuresIn(output: string): string {
  const start = output.search(/^.*(?:Failed Suites|Failed Tests|Unhandled Errors|Startup Error)/m)
  return start < 0 ? output : output.slice(start)
}
