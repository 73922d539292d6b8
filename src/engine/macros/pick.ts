import { choose, seededRandom } from '../seeded-random.ts'
import type { Macro } from './macro.ts'

export const pick: Macro = {
  name: 'pick',
  help: 'One of the options, the same one for the whole conversation.',
  example: { text: 'Born in {{pick:Oslo,Lima,Kyoto}}.', output: 'Born in Oslo.' },
  expand({ body, parts, ordinal, context }) {
    if (body === null) return null
    return choose(parts, seededRandom(`${context.seed}\n${ordinal}\n${body}`)())
  },
}
