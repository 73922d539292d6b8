import type { Macro } from './macro.ts'

export const hiddenKey: Macro = {
  name: 'hidden_key',
  help: 'A keyword that lorebooks match. It is removed from the text.',
  example: { text: 'The harbour sleeps.{{hidden_key:smugglers}}', output: 'The harbour sleeps.' },
  expand: ({ body }) => (body === null ? null : ''),
}
