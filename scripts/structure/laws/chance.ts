import { fileLaw } from '../law.ts'
import type { Call } from '../source-file.ts'

/** Where the server reads the clock and draws chance; everyone else is handed `context.clock` and `context.ids`. */
const sources = /^src\/server\/core\//
const pure = /^src\/(?:engine|shared)\//

const clocks = /^(?:Date\.now|performance\.now|process\.hrtime(?:\.bigint)?)$/
const chances = /^(?:Math\.random|(?:\w+\.)?(?:randomUUID|randomBytes|randomInt|getRandomValues))$/

/** Times, ids and chance are arguments. */
export const chance = fileLaw('chance', (file) => {
  const watched = pure.test(file.path) || (file.path.startsWith('src/server/') && !sources.test(file.path))
  if (file.isTest || !watched) return []
  return file.calls.filter(isForbidden).map(({ callee, line }) => ({ line, wrong: `calls ${callee}`, instead }))
})

function isForbidden({ callee, argumentCount }: Call): boolean {
  if (callee === 'new Date' || callee === 'Date') return argumentCount === 0
  return clocks.test(callee) || chances.test(callee)
}

const instead = 'take the time, the id or the number as an argument (on the server: context.clock, context.ids)'
