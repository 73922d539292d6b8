// `npm test`: everything a change must pass, from the lint to the browser. It ends with one line, `N passed, N failed`;
// what this machine could not run is named above it. `npm test -- unit types` runs the stages of those names only.
import { hasBrowser, hasPostgres, machine } from './stages/machine.ts'
import { journeys } from './stages/playwright-stage.ts'
import { runCommand } from './stages/run-command.ts'
import { type FinishedStage, runStage, type Stage, summarise } from './stages/stage.ts'
import { staticChecks } from './stages/static-checks.ts'
import { vitestStage } from './stages/vitest-stage.ts'

const build: Stage = {
  name: 'client build',
  run: async () => {
    const { code, output } = await runCommand(process.execPath, ['scripts/ready.mjs', 'build'])
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
  },
}

/** A stage the machine may lack something for; the first stage has then said what. */
const where = (condition: () => boolean, stage: Stage): Stage => ({
  name: stage.name,
  run: async () => (condition() ? stage.run() : { passed: 0, failed: 0 }),
})

/** Stages side by side within a row, one row after the other. */
const rows: Stage[][] = [
  [machine],
  staticChecks,
  [build],
  [vitestStage('unit', 'unit')],
  // They wait for disks and clocks more than they compute.
  [
    vitestStage('integration, SQLite', 'integration-sqlite'),
    where(hasPostgres, vitestStage('integration, PostgreSQL', 'integration-postgres')),
  ],
  [where(hasBrowser, journeys)],
]

const wanted = process.argv.slice(2)
const isWanted = ({ name }: Stage) => wanted.length === 0 || wanted.some((word) => name.includes(word))

const start = performance.now()
const finished: FinishedStage[] = []
for (const row of rows) finished.push(...(await Promise.all(row.filter(isWanted).map(runStage))))
if (finished.length === 0) console.log(`No stage is called ${wanted.join(' or ')}.`)

const { failed, lines } = summarise(finished)
console.log(`\nin ${((performance.now() - start) / 1000).toFixed(0)} s\n${lines.join('\n')}`)
process.exitCode = failed > 0 || finished.length === 0 ? 1 : 0
