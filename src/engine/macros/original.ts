import type { Macro } from './macro.ts'

export const original: Macro = {
  name: 'original',
  help: "In a card's own instructions: the instruction that they replace. Only the first one in a text is expanded.",
  example: { text: '{{original}} Speak in verse.', output: 'Stay in character. Speak in verse.' },
  expand({ body, ordinal, context }) {
    if (body !== null || context.original === undefined) return null
    return ordinal === 0 ? context.original : ''
  },
}
