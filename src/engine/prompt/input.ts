import type { PromptCharacter } from '../cards/character.ts'
import type { LoreInput, LoreOutcome } from '../lore/lore-input.ts'

/**
 * `reply` answers the last message; `continue` continues without one; `greeting` opens a new conversation; `resume`
 * continues the last message, an unfinished reply; `impersonate` writes the player's next message.
 */
export const promptKinds = ['reply', 'continue', 'greeting', 'resume', 'impersonate'] as const
export type PromptKind = (typeof promptKinds)[number]

export interface HistoryMessage {
  id: string
  role: 'user' | 'character'
  /** Sent as it is, without expanding macros. A message of white space is left out. */
  content: string
  /** The name under which the player said it, where it can be another than the present one. */
  player?: string
  /** `Prompt.inserts` of the prompt that this reply answered, if it had the same anchor. They stay where they were. */
  inserts?: readonly PromptInsert[]
}

/** What a prompt was given besides its chat and its sections. */
export interface PromptInsert {
  kind: 'fact' | 'passage' | 'lore'
  /** Of the fact, or of the message that the passage is from; of lore, the indexes of the book and of its entry. */
  id: string
  /** As it is in the prompt. */
  text: string
  /** Of memory: the words for which it was chosen, and whether the user has pinned it. */
  words?: readonly string[]
  isPinned?: boolean
  /** Of lore with a depth: how many messages come between it and the reply, and who says it. */
  at?: { depth: number; role: PromptMessage['role'] }
}

/** The author's note: an instruction of the user for one conversation. */
export interface AuthorsNote {
  text: string
  /** How many messages of the history come after it. */
  depth: number
  /** `system` sends it as a writing direction; the other roles send it as a message. */
  role: 'system' | 'user' | 'assistant'
}

/** Counts the tokens of a text as the model does. Must not throw. Called many times for each prompt. */
export type CountTokens = (text: string) => number

export interface PromptBudget {
  /** The context window shared by prompt and reply, in tokens. */
  contextTokens: number
  /** The part of the window reserved for the reply, in tokens. */
  maxReplyTokens: number
}

/** Another character of the scene, with its public description. */
export interface OtherCharacter {
  name: string
  description: string
}

/** The story up to a message, which it includes. */
export interface StorySummary {
  id: string
  lastMessageId: string
  text: string
}

export interface RecalledPassage {
  messageId: string
  role: HistoryMessage['role']
  /** Who said it. Default: the player's or the character's name of now. */
  name?: string | null
  text: string
  /** The words for which it was found. */
  words?: readonly string[]
  /** Orders passages by time. */
  position: number
}

export interface RecalledFact {
  id: string
  text: string
  /** The ids of the messages that state it. */
  sources: readonly string[]
  isPinned: boolean
  /** Whether it matters in this turn. */
  isDue: boolean
  /** The words for which it does. */
  words?: readonly string[]
}

/** What is remembered of the path beyond the history. All of it comes from messages of this path. */
export interface PromptMemory {
  /** The summary that prompts with `anchor` have. It changes only when the anchor moves. */
  summary: StorySummary | null
  /** The summaries on the path, the one that ends deepest first: one of them is used when the anchor moves. */
  nextSummaries: readonly StorySummary[]
  /** The most important first. The first prompt that begins at an anchor has those too that are not due. */
  facts: readonly RecalledFact[]
  /** Parts of older messages, the best match first. */
  passages: readonly RecalledPassage[]
}

/** Lorebooks, and what decides about their entries besides the history. */
export type PromptLore = Pick<LoreInput, 'books' | 'messagesBefore' | 'compileRegex'>

export interface PromptInput {
  character: PromptCharacter
  /** Who the player is now. */
  user: {
    name: string
    /** The user's description of themselves. */
    persona?: string
  }
  /** `resume` counts as `reply` if the history does not end with a reply. */
  kind: PromptKind
  /** How the player wants the text to be, in the player's words. Default: none. */
  hint?: string
  /** The expressions of which the model names one after a reply. Default: it is not asked. */
  expressions?: readonly string[]
  /**
   * The other characters that are present, where several take part. The caller writes the names into the messages of the
   * others and leaves out what the character does not know: see `sceneHistory`.
   */
  others?: readonly OtherCharacter[]
  /**
   * For `resume`: true ends the prompt with the cut reply, for models that go on inside the last message of the
   * assistant; false adds a direction that asks for what follows. Default: false.
   */
  prefill?: boolean
  /** The active path, oldest first. May start at the anchor: earlier messages are not read. */
  history: readonly HistoryMessage[]
  /** The first message of the path, where `history` may begin later: it says which greeting the chat began with. */
  opening?: string
  /** `Prompt.anchor` of the previous turn; null in the first turn. An id that is not in `history` counts as null. */
  anchor: string | null
  /** Default: none, and no tokens are reserved for it. */
  memory?: PromptMemory
  /** Default: no lorebook, and no tokens are reserved for any. */
  lore?: PromptLore
  /** Where and when the story is now, in the user's words. */
  scene?: string
  note?: AuthorsNote
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
  /** The present time in milliseconds since 1970, for macros. Before the history, `{{time}}` changes the prefix. */
  now?: number
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
  /** The tokens of the whole prompt, message overhead included; at most `contextTokens - maxReplyTokens`. */
  tokens: number
  /** The id of the first history message in the prompt, for the next turn. Null without history. */
  anchor: string | null
  /** Where the history of the next prompt will begin if the reply has more tokens than `room`: about, since more may be added. */
  next: { anchor: string | null; room: number }
  /** The summary in the prompt, for the next turn; null without. */
  summary: StorySummary | null
  /** The facts, passages and lore that are new in this prompt, for `HistoryMessage.inserts` of the reply. */
  inserts: PromptInsert[]
  /** What the history uses and could use, in tokens. */
  history: { tokens: number; budget: number }
  /** What became of each entry of each lorebook. */
  lore: LoreOutcome[]
  /** The sections of the prompt, in order. */
  sections: { name: string; tokens: number }[]
  /** The parts that were shortened or left out to fit the budget, in words. */
  dropped: string[]
}
