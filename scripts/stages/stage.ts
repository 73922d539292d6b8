export interface Outcome {
  passed: number
  failed: number
  /** Printed when something failed. */
  output?: string
  /** The names of the tests that failed; printed again in the summary, because the output above it may be cut. */
  failures?: string[]
  /** What this stage could not test, one entry each; printed in the summary. */
  notExercised?: string[]
}

export interface Stage {
  name: string
  run: () => Promise<Outcome>
}

export interface FinishedStage extends Outcome {
  name: string
  seconds: number
}

/** Runs a stage, prints its result in one line, and its output when it failed. */
export async function runStage(stage: Stage): Promise<FinishedStage> {
  const start = performance.now()
  const outcome = await stage
    .run()
    .catch((error: unknown): Outcome => ({ passed: 0, failed: 1, output: String(error) }))
  const finished = { ...outcome, name: stage.name, seconds: (performance.now() - start) / 1000 }
  console.log(formatStage(finished))
  if (finished.failed > 0 && finished.output) console.log(`\n${truncate(finished.output.trim())}\n`)
  return finished
}

/** Limits the output of one stage, so that the others stay on the screen. */
const maxLines = 300

function truncate(output: string): string {
  const lines = output.split('\n')
  if (lines.length <= maxLines) return output
  return [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} more lines`].join('\n')
}

function formatStage({ name, passed, failed, seconds }: FinishedStage): string {
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–'
  const count = failed > 0 ? `${failed} failed` : passed > 1 ? `${passed} passed` : ''
  return `${mark} ${name.padEnd(24)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${count}`.trimEnd()
}

/** Prints the stages and the failed tests again, what was not exercised, and `N passed, N failed`. Returns the exit code. */
export function printSummary(stages: FinishedStage[]): number {
  const sum = (pick: (stage: FinishedStage) => number) => stages.reduce((total, stage) => total + pick(stage), 0)
  const failed = sum((stage) => stage.failed)
  const table = failed > 0 ? ['', ...stages.map(formatStage)] : []
  const missing = stages.flatMap((stage) => stage.notExercised ?? []).map((entry) => `not exercised: ${entry}`)
  const failures = stages.flatMap((stage) => (stage.failures ?? []).map((test) => `failed: ${test} (${stage.name})`))
  console.log(
    [...table, ...missing, ...failures, `${sum((stage) => stage.passed)} passed, ${failed} failed`].join('\n'),
  )
  return failed > 0 ? 1 : 0
}
