import type { Macro } from './macro.ts'

export const comment: Macro = {
  name: 'comment',
  help: 'A remark for readers of the card. The model does not get it.',
  example: { text: 'Rain.{{comment: inspired by a song}}', output: 'Rain.' },
  expand: ({ body }) => (body === null ? null : ''),
}
