import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Language = 'en' | 'es' | 'fr' | 'de' | 'pt' | 'pl' | 'ru' | 'ja' | 'zh' | 'ar'

/** The beginning of a conversation to which a model replies. */
export interface EvalCase {
  id: string
  /** The slug of a sample character. */
  character: string
  player: string
  /** The language of the player's last message. */
  language: Language
  /** After the greeting: messages of the player and the character in turn, the last one by the player. */
  turns: readonly string[]
  /** What was said earlier and the reply must have: a regular expression, and an example. */
  fact?: { pattern: string; text: string }
}

/**
 * The 40 cases. They are fixed, so that a table is comparable with an earlier one: 12 ask for a fact that was said, 8
 * have replies that begin alike, 10 are in other languages, 10 leave little or much to react to.
 */
export const cases = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'cases.json'), 'utf8'),
) as readonly EvalCase[]
