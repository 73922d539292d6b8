import { choose } from '../seeded-random.ts'
import type { Macro } from './macro.ts'

export const random: Macro = {
  name: 'random',
  help: 'A random option. Write \\, for a comma inside an option.',
  example: { text: 'A cup of {{random:tea,rum,cocoa\\, hot}}.', output: 'A cup of rum.' },
  expand: ({ body, parts, context }) => (body === null ? null : choose(parts, context.random())),
}
