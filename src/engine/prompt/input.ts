import type { PromptCharacter } from '../cards/character.ts'

/**
 * `reply` answers the last message; `continue` goes on without one; `greeting` opens a new conversation; `resume` goes on
 * inside the last message, a reply that was cut; `impersonate` writes the player's next message.
 */
export const promptKinds = ['reply', 'continue', 'greeting', 'resume', 'impersonate'] as const
export type PromptKind = (typeof promptKinds)[number]

export interface HistoryMessage {
  id: string
  role: 'user' | 'character'
  /** Sent as it is, without expanding macros. A message of white space is left out. */
  content: string
  /** The tokens of `content`, if the caller has counted them. */
  tokens?: number
}

/** Counts the tokens of a text as the model does. Must not throw. Called many times for each prompt. */
export type CountTokens = (text: string) => number

export interface PromptBudget {
  /** The context window shared by prompt and reply, in tokens. */
  contextTokens: number
  /** The part of the window reserved for the reply, in tokens. */
  maxReplyTokens: number
}

export interface PromptInput {
  character: PromptCharacter
  user: {
    name: string
    /** The user's description of themselves. */
    persona?: string
  }
  /** `resume` counts as `reply` if the history does not end with a reply. */
  kind: PromptKind
  /** What the player wishes of this text, in the player's words. Default: none. */
  hint?: string
  /**
   * For `resume`: true ends the prompt with the cut reply, for models that go on inside the last message of the
   * assistant; false adds a direction that asks for what follows. Default: false.
   */
  prefill?: boolean
  /** True sends example dialogue as messages before the history, not as a text. Must not change within a conversation. */
  examplesAsMessages?: boolean
  /** The active path, oldest first. May start at the anchor: earlier messages are not read. */
  history: readonly HistoryMessage[]
  /** `Prompt.anchor` of the previous turn; null in the first turn. An id that is not in `history` counts as null. */
  anchor: string | null
  /** A summary of the messages before the anchor. Must change only when the anchor moves. */
  story?: string
  /** Whether the chat filter is on, which makes the rating `general`. */
  filter: boolean
  budget: PromptBudget
  /** Default: `estimateTokens`. */
  countTokens?: CountTokens
  /**
   * Fixed for the conversation. Decides `{{pick}}`, and `{{random}}` and `{{roll}}` in the stable part of the prompt.
   */
  seed: string
  /** A random number in [0, 1), for macros in the part that changes every turn. */
  random: () => number
}

export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** Marks a message of example dialogue, where the model takes names. */
  name?: 'example_user' | 'example_assistant'
}

export interface Prompt {
  /** Oldest first. */
  messages: PromptMessage[]
  temperature: number
  /** Texts at which the reply ends. */
  stop: string[]
  /** The tokens of the whole prompt, message overhead included; at most `contextTokens - maxReplyTokens`. */
  tokens: number
  /** The id of the first history message in the prompt, for the next turn. Null without history. */
  anchor: string | null
  /** The sections of the prompt, in order. */
  sections: { name: string; tokens: number }[]
  /** The parts that were shortened or left out to fit the budget, in words. */
  dropped: string[]
}
