import type { Conversation, ConversationPage } from '#shared/chat.ts'
import type { Notes } from '#shared/notes.ts'
import type { ConversationPersona } from '#shared/personas.ts'
import type { Scene } from '#shared/scenes.ts'
import { type ConversationMessage, mergeNewestPage } from './messages.ts'

/** Everything the page shows of one conversation. */
export interface ConversationState {
  /**
   * `deleted`: the user has deleted it, here or elsewhere. `missing`: it does not exist, or belongs to another account.
   * `failed`: the server did not answer, or refused.
   */
  phase: 'creating' | 'loading' | 'open' | 'deleted' | 'missing' | 'failed'
  /** What the server said when it refused (`failed`); empty when it did not answer. */
  problem: string
  /** Empty until an existing conversation is loaded. */
  characterId: string
  /** Null while the conversation is being created. */
  conversationId: string | null
  /** Null until it is loaded or created. */
  conversation: Conversation | null
  messages: readonly ConversationMessage[]
  /** Whether the server has messages older than the first of `messages`. */
  hasMore: boolean
  older: 'idle' | 'loading' | 'failed'
  /** The versions of what follows the newest message, when the user went back to it. */
  later: readonly string[]
  /**
   * `waiting`: no text of the reply has arrived. `replying`: its text is arriving. `drafting`: the model writes the player's
   * next message into the composer.
   */
  turn: 'idle' | 'waiting' | 'replying' | 'drafting'
  /** Whether a version is being chosen, edited, deleted or restored. */
  isChanging: boolean
  /** The message that the transcript was last asked to scroll to. */
  revealed: { key: string } | null
  /** The message that is being edited, with its new text. */
  editing: { key: string; text: string } | null
  /** The text of the reply so far. It is apart from `messages` so that new text renders one message, not the list. */
  liveReply: { key: string; text: string } | null
  /** Whether the reply waits for a model server that is loading its model. */
  isModelLoading: boolean
  connection: 'connected' | 'lost'
  /** The key of the greeting while the typewriter effect shows it. */
  typewriterKey: string | null
  draft: string
  /** The characters that take part; null if the conversation has its own character only. */
  scene: Scene | null
  /** Whom the user has picked to speak next. */
  pickedSpeakerId: string | null
  /** Who the user is from the next message on; null until the conversation is loaded. */
  persona: ConversationPersona | null
  /** The scene note and the author's note. */
  notes: Notes | null
  /** How many messages a free account has left today; null without a limit, and before the server has said it. */
  messagesLeft: number | null
}

export const initialState: ConversationState = {
  phase: 'creating',
  problem: '',
  characterId: '',
  conversationId: null,
  conversation: null,
  scene: null,
  pickedSpeakerId: null,
  messages: [],
  hasMore: false,
  older: 'idle',
  later: [],
  turn: 'idle',
  isChanging: false,
  revealed: null,
  editing: null,
  liveReply: null,
  isModelLoading: false,
  connection: 'connected',
  typewriterKey: null,
  draft: '',
  persona: null,
  notes: null,
  messagesLeft: null,
}

/** Whether the conversation has more than its greeting, if it has one. */
export function hasStarted({ messages, hasMore }: Pick<ConversationState, 'messages' | 'hasMore'>): boolean {
  return hasMore || messages.length > 1 || messages.some((message) => !isGreeting(message))
}

/** The first message can also be a reply: the player let the character begin. A greeting was never streamed. */
function isGreeting({ role, status, finish }: ConversationMessage): boolean {
  return role === 'character' && status === 'complete' && finish === null
}

/** The state with the server's newest page in it. Messages that only the client has stay at the end. */
export function withNewestPage(state: ConversationState, page: ConversationPage): ConversationState {
  const { conversation, hasMore } = page
  const { messages, overlaps } = mergeNewestPage(state.messages, page.messages)
  const local = state.messages.filter(({ id, status }) => id === null && status !== 'complete')
  return {
    ...state,
    phase: 'open',
    conversation,
    scene: page.scene ?? null,
    characterId: conversation.characterId,
    messages: [...messages, ...local],
    hasMore: overlaps ? state.hasMore : hasMore,
    later: page.later,
    turn: 'idle',
    liveReply: null,
    persona: page.persona,
    notes: page.notes,
    messagesLeft: page.messagesLeft,
  }
}
