import type { PromptCharacter } from '../cards/character.ts'

/** What a prompt is made from, and what it is. */

/** `reply` answers the newest line; `continue` goes on by itself; `greeting` opens a new conversation. */
export const promptKinds = ['reply', 'continue', 'greeting'] as const
export type PromptKind = (typeof promptKinds)[number]

export interface HistoryLine {
  id: string
  role: 'user' | 'character'
  /** Sent as it stands: macros in it are not read. Lines of white space alone are left out. */
  content: string
  /** Tokens of `content` alone, when the caller has counted them before. */
  tokens?: number
}

/** Counts the tokens of a text as the model would. It must not throw and should be quick. */
export type CountTokens = (text: string) => number

export interface PromptBudget {
  /** The window that prompt and reply share, in tokens. */
  contextTokens: number
  /** What is kept free for the reply, in tokens. */
  maxReplyTokens: number
}

export interface PromptInput {
  character: PromptCharacter
  user: {
    name: string
    /** Who the player says they are. */
    persona?: string
  }
  kind: PromptKind
  /** The active path, oldest first. Lines before the anchor may be left out; nothing reads them. */
  history: readonly HistoryLine[]
  /** `Prompt.anchor` of the turn before; `null` at the first turn. An id that is not in `history` counts as `null`. */
  anchor: string | null
  /** What happened before the anchor, in short. Changes only when the anchor moves. */
  story?: string
  /** Whether the chat filter is on: then everything is for a general audience. */
  filter: boolean
  budget: PromptBudget
  /** `estimateTokens` when left out. */
  countTokens?: CountTokens
  /** The same for the whole conversation. Decides `{{pick}}`, and all chance in the part that must not change. */
  seed: string
  /** Numbers in [0, 1): chance in the part that is new every turn. */
  random: () => number
}

export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface Prompt {
  /** Oldest first. */
  messages: PromptMessage[]
  temperature: number
  /** Texts at which the reply ends. */
  stop: string[]
  /** The whole prompt, the cost of wrapping each message included; at most `contextTokens - maxReplyTokens`. */
  tokens: number
  /** Id of the first line of history in the prompt: give it back with the next turn. `null` without history. */
  anchor: string | null
  /** What stands in the prompt, in order, each with its tokens. */
  sections: { name: string; tokens: number }[]
  /** What had to be shortened or left out so that the rest fits, in words. */
  dropped: string[]
}
