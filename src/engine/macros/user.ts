import type { Macro } from './macro.ts'

export const user: Macro = {
  name: 'user',
  tags: ['user'],
  help: "The player's name. Also written <USER>.",
  example: { text: 'Welcome aboard, {{user}}.', output: 'Welcome aboard, Sam.' },
  expand: ({ body, context }) => (body === null ? context.user : null),
}
