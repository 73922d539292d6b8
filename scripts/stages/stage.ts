/** What came of one stage of a run. */
export interface Outcome {
  passed: number
  failed: number
  /** What to read when something failed. */
  output?: string
  /** What this stage could not try, in a sentence each; named in the summary. */
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

/** Runs a stage, says how it went in one line, and shows its output when it failed. */
export async function runStage(stage: Stage): Promise<FinishedStage> {
  const start = performance.now()
  const outcome = await stage
    .run()
    .catch((error: unknown): Outcome => ({ passed: 0, failed: 1, output: String(error) }))
  const finished = { ...outcome, name: stage.name, seconds: (performance.now() - start) / 1000 }
  console.log(stageLine(finished))
  if (finished.failed > 0 && finished.output) console.log(`\n${clip(finished.output.trim())}\n`)
  return finished
}

/** The first failures say most; the rest of a long story is left to running the stage by itself. */
const linesMax = 300

function clip(output: string): string {
  const lines = output.split('\n')
  if (lines.length <= linesMax) return output
  return [...lines.slice(0, linesMax), `… and ${lines.length - linesMax} more lines`].join('\n')
}

function stageLine({ name, passed, failed, seconds }: FinishedStage): string {
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–'
  const count = failed > 0 ? `${failed} failed` : passed > 1 ? `${passed} passed` : ''
  return `${mark} ${name.padEnd(24)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${count}`.trimEnd()
}

/** The end of a run: the table where failures tore it apart, what was not exercised, and the one line that counts. */
export function summarise(stages: FinishedStage[]): { failed: number; lines: string[] } {
  const sum = (pick: (stage: FinishedStage) => number) => stages.reduce((total, stage) => total + pick(stage), 0)
  const missing = stages.flatMap((stage) => stage.notExercised ?? [])
  const failed = sum((stage) => stage.failed)
  const table = failed > 0 ? stages.map(stageLine) : []
  const lines = [...table, ...missing.map((sentence) => `not exercised: ${sentence}`)]
  return { failed, lines: [...lines, `${sum((stage) => stage.passed)} passed, ${failed} failed`] }
}
