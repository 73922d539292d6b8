import type { Conversation } from '#shared/chat.ts'
import type { Line } from './lines.ts'

/** Everything the chat screen draws of one conversation. */
export interface ConversationState {
  /** `missing`: it is gone or someone else's. `unreachable`: the server could not be asked. */
  opening: 'opening' | 'open' | 'missing' | 'unreachable'
  /** Empty until a conversation that was opened by its address has said whose it is. */
  characterId: string
  /** Null until the first turn of a new chat. */
  conversationId: string | null
  /** As the server describes it; null for a chat begun on this page. */
  conversation: Conversation | null
  lines: readonly Line[]
  hasMore: boolean
  older: 'idle' | 'loading' | 'failed'
  /** `waiting`: nothing of the reply was heard yet. `replying`: its text is arriving. */
  turn: 'idle' | 'waiting' | 'replying'
  /** The text of the reply so far: kept apart from `lines`, so that a token redraws one line and no list. */
  live: { key: string; text: string } | null
  connection: 'connected' | 'lost'
  /** The line that is being typed out. */
  typing: string | null
  draft: string
}

export const blankState: ConversationState = {
  opening: 'open',
  characterId: '',
  conversationId: null,
  conversation: null,
  lines: [],
  hasMore: false,
  older: 'idle',
  turn: 'idle',
  live: null,
  connection: 'connected',
  typing: null,
  draft: '',
}
