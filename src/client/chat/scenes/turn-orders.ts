import type { TurnOrder } from '#shared/scenes.ts'

export const turnOrderNames: Record<TurnOrder, string> = {
  addressed: 'Those you name',
  round: 'Everybody in turn',
  manual: 'The one you pick',
}

export const turnOrderHelp: Record<TurnOrder, string> = {
  addressed: 'The characters that your message names answer. If it names nobody, everybody answers.',
  round: 'Each character answers once, up to four for each message.',
  manual: 'The character you pick above the messages answers. If you pick nobody, the next one does.',
}
