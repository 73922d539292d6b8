import type { CompileRegex } from './compile-regex.ts'
import type { Lorebook } from './lorebook.ts'

export interface LoreMessage {
  id: string
  role: 'user' | 'character'
  content: string
}

export interface LoreInput {
  /** The first ones come first in the prompt where their entries have the same order. */
  books: readonly Lorebook[]
  /** The end of the active path, oldest first. */
  messages: readonly LoreMessage[]
  /** How many messages of the path come before them. */
  messagesBefore: number
  /** Which greeting the chat began with; 0 is the first. */
  greeting?: number
  /** For the entries of all books. The `token_budget` of a book is observed too. */
  tokens: number
  countTokens: (text: string) => number
  /** Expands the macros of an entry or of a key. `name` is the same for the same entry. */
  expand: (text: string, name: string) => string
  /** Decides draws, together with the newest message. */
  seed: string
  /** Without it, no regular expression matches. */
  compileRegex?: CompileRegex
}

/**
 * Why an entry is used: `always` (constant, or a decorator), `key`, `entry` (a key is in another entry's text), `sticky` (it
 * stays after an earlier match). Or why it is not.
 */
export const loreReasons = {
  used: ['always', 'key', 'entry', 'sticky'],
  unused: [
    'disabled',
    'empty',
    'no-keys',
    'no-match',
    'bad-regex',
    'too-many-regexes',
    'second-keys',
    'additional-keys',
    'excluded-keys',
    'never',
    'too-early',
    'not-this-turn',
    'other-greeting',
    'resting',
    'entries-only',
    'chance',
    'group',
    'budget',
  ],
} as const
export type UsedReason = (typeof loreReasons.used)[number]
export type UnusedReason = (typeof loreReasons.unused)[number]

/** What became of one entry. */
export interface LoreOutcome {
  /** The indexes of the book and of its entry. */
  book: number
  entry: number
  isUsed: boolean
  reason: UsedReason | UnusedReason
  /** The key that was found, that is missing, or that is not valid. */
  key?: string
  /** Where the key was found: a message, or the index of an outcome whose entry has it. */
  messageId?: string
  cause?: number
  /** The cost of its text. Only where it was to be used. */
  tokens?: number
}
