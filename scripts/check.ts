// `npm run check`: lint, types, dead code and import rules. Takes a few seconds and needs no build.
import { printSummary, runStage } from './stages/stage.ts'
import { staticChecks } from './stages/static-checks.ts'

process.exitCode = printSummary(await Promise.all(staticChecks.map(runStage)))
