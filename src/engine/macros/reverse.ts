import type { Macro } from './macro.ts'

export const reverse: Macro = {
  name: 'reverse',
  help: 'Its text backwards.',
  example: { text: 'The sign reads {{reverse:exit}}.', output: 'The sign reads tixe.' },
  expand: ({ body }) => (body === null ? null : [...body].reverse().join('')),
}
