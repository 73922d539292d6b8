// `npm test`: static checks, build, unit, integration and end-to-end tests. The last line is `N passed, N failed`; what
// this machine could not run is named above it. `npm test -- unit types` runs the stages of those names only.
import { hasBrowser, hasPostgres, machine } from './stages/machine.ts'
import { type FinishedStage, printSummary, runStage, type Stage } from './stages/stage.ts'
import { commandStage, staticChecks } from './stages/static-checks.ts'
import { endToEnd, vitestStage } from './stages/test-stages.ts'

/** A stage that needs something the machine may lack. The machine stage has then reported it as not exercised. */
const when = (condition: () => boolean, { name, run }: Stage): Stage => ({
  name,
  run: async () => (condition() ? run() : { passed: 0, failed: 0 }),
})

/** The stages of a row run in parallel; the rows run one after the other. */
const rows: Stage[][] = [
  [machine],
  [...staticChecks, commandStage('client build', process.execPath, ['scripts/ready.mjs', 'build'])],
  // In parallel, because they wait for disks and timers more than they compute; with so many workers they end together.
  [
    vitestStage('unit', 'unit', 2),
    vitestStage('integration, SQLite', 'integration-sqlite', 4),
    when(hasPostgres, vitestStage('integration, PostgreSQL', 'integration-postgres', 3)),
  ],
  [when(hasBrowser, endToEnd)],
  // It reads the reports of the tests before it.
  [when(hasBrowser, commandStage('conformance', process.execPath, ['scripts/conformance.ts']))],
]

const wanted = process.argv.slice(2)
const isWanted = ({ name }: Stage) => wanted.length === 0 || wanted.some((word) => name.includes(word))

const start = performance.now()
const finished: FinishedStage[] = []
for (const row of rows) finished.push(...(await Promise.all(row.filter(isWanted).map(runStage))))
if (finished.length === 0) console.log(`No stage matches ${wanted.join(' or ')}.`)
console.log(`\nin ${((performance.now() - start) / 1000).toFixed(0)} s`)
process.exitCode = finished.length === 0 ? 1 : printSummary(finished)
