import type { Conversation } from '#shared/chat.ts'
import type { Notes } from '#shared/notes.ts'
import type { ConversationPersona } from '#shared/personas.ts'
import type { Scene } from '#shared/scenes.ts'
import type { ConversationMessage } from './messages.ts'

/**
 * A send that the server has not confirmed. Sent again under the same `clientMessageId`, it is the same turn: the
 * server runs it once.
 */
export interface PendingSend {
  text: string
  clientMessageId: string
  /** In a scene: the text that one character alone hears. `text` is then the command, which is what the composer gets back. */
  whisper?: Whisper
}

export interface Whisper {
  characterId: string
  message: string
}

/** What was shown before a version was requested. */
interface Replaced {
  messages: ConversationState['messages']
  later: ConversationState['later']
  /** The user's message that was edited. */
  edited: ConversationState['editing']
}

/** Everything the page shows of one conversation, and what the server has not confirmed of it. */
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
  /** Whether a character has changed since the conversation began, and the user has not chosen yet. */
  hasUpdate: boolean
  /** Whom the user has picked to speak next. */
  pickedSpeakerId: string | null
  /** Who the user is from the next message on; null until the conversation is loaded. */
  persona: ConversationPersona | null
  /** The scene note and the author's note. */
  notes: Notes | null
  /** How many messages a free account has left today; null without a limit, and before the server has said it. */
  messagesLeft: number | null
  /** The sends that the server has not confirmed, by the key of their reply. */
  sends: Readonly<Record<string, PendingSend>>
  /** What a version that the server has not confirmed has replaced, by the key of its reply. */
  replaced: Readonly<Record<string, Replaced>>
  /** The send that the stored draft belongs to, while the answer to it is unknown. */
  pendingSend: PendingSend | null
  /** How often the newest page was shown. */
  pagesShown: number
}

export const initialState: ConversationState = {
  phase: 'creating',
  problem: '',
  characterId: '',
  conversationId: null,
  conversation: null,
  scene: null,
  hasUpdate: false,
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
  sends: {},
  replaced: {},
  pendingSend: null,
  pagesShown: 0,
}

/** Whether the conversation has more than its greeting, if it has one. */
export function hasStarted({ messages, hasMore }: Pick<ConversationState, 'messages' | 'hasMore'>): boolean {
  return hasMore || messages.length > 1 || messages.some((message) => !isGreeting(message))
}

/** The first message can also be a reply: the player let the character begin. A greeting was never streamed. */
function isGreeting({ role, status, finish }: ConversationMessage): boolean {
  return role === 'character' && status === 'complete' && finish === null
}
