import type { Macro } from './macro.ts'

export const char: Macro = {
  name: 'char',
  tags: ['char', 'bot'],
  help: "The character's nickname, or name when there is no nickname. Also written <char> or <BOT>.",
  example: { text: '{{char}} nods. <BOT> smiles.', output: 'Ilse nods. Ilse smiles.' },
  expand: ({ body, context }) => (body === null ? context.char : null),
}
