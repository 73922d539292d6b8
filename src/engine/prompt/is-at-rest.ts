import { isUnspaced } from '../reply/word-boundary.ts'
import type { HistoryMessage, PromptKind } from './input.ts'

/** A message of more words or characters gives the character something to react to. */
const maxWords = 5
const maxActionWords = 2
const maxCharacters = 40
const maxUnspacedCharacters = 12

/**
 * True if the scene is at rest: the player says nothing, or little and no question. Then the plot needs a push.
 *
 * @example
 * isAtRest([{ id: 'm1', role: 'user', content: 'Okay.' }], 'reply') // true
 * isAtRest([{ id: 'm1', role: 'user', content: 'Okay. Which way is the harbour?' }], 'reply') // false
 * isAtRest([{ id: 'm1', role: 'user', content: '*I open the door.*' }], 'reply') // false
 */
export function isAtRest(history: readonly HistoryMessage[], kind: PromptKind): boolean {
  if (kind === 'greeting' || kind === 'impersonate') return false
  const last = kind === 'resume' ? history.at(-2) : history.at(-1)
  if (kind === 'continue' || last?.role !== 'user') return kind !== 'reply'
  const text = last.content.trim()
  if (text.length > maxCharacters || /[?？؟;՞]/.test(text) || text.startsWith('((')) return false
  if ([...text].some(isUnspaced)) return text.length <= maxUnspacedCharacters
  const words = text.split(/\s+/).filter((word) => /\p{Letter}/u.test(word))
  return words.length <= (/[*_]/.test(text) ? maxActionWords : maxWords)
}
