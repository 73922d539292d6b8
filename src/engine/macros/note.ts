import type { Macro } from './macro.ts'

export const note: Macro = {
  name: '//',
  help: 'A note of the author. It is removed.',
  example: { text: 'The door opens.{{// she already knows}}', output: 'The door opens.' },
  expand: () => '',
}
