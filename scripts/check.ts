// `npm run check`: lint, types, dead code and the laws of the house, in a few seconds.
import { runStage, summarise } from './stages/stage.ts'
import { staticChecks } from './stages/static-checks.ts'

const stages = await Promise.all(staticChecks.map(runStage))
const { failed, lines } = summarise(stages)
console.log(`\n${lines.join('\n')}`)
process.exitCode = failed > 0 ? 1 : 0
