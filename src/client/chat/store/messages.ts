import { chatLimits, type FinishReason, type HistoryEntry, type Message, type MessageStatus } from '#shared/chat.ts'

/** One message of the transcript: stored on the server, or on its way there. */
export interface ConversationMessage {
  /** Stays the same from the moment the message is shown, so that React keeps its element. */
  key: string
  /** The server's id; null until the server has the message. */
  id: string | null
  role: 'user' | 'character'
  content: string
  /** `sending` and `unsent` exist only in the client: the server does not have these messages. */
  status: MessageStatus | 'sending' | 'unsent'
  /** Why the model ended a reply. */
  finish: FinishReason | null
  /** Why a reply failed or broke off, in words for the user. */
  error: string | null
  createdAt: number
}

export function fromServer(message: Message, key = message.id): ConversationMessage {
  const { id, role, content, status, finish, createdAt } = message
  return { key, id, role, content, status, finish, error: message.error?.userMessage ?? null, createdAt }
}

export function createMessage(
  message: Pick<ConversationMessage, 'key' | 'role' | 'createdAt'> & Partial<ConversationMessage>,
): ConversationMessage {
  return { id: null, content: '', status: 'complete', finish: null, error: null, ...message }
}

/** Puts older messages first. One that is already there (the page's edge moved meanwhile) is not added again. */
export function prependOlder(
  messages: readonly ConversationMessage[],
  older: readonly Message[],
): ConversationMessage[] {
  const known = new Set(messages.map((message) => message.id))
  return [...older.filter(({ id }) => !known.has(id)).map((message) => fromServer(message)), ...messages]
}

/**
 * Replaces the end of `messages` by the server's newest page, and keeps the older messages before it. `overlaps` is
 * false when no message connects the two; the page then stands alone.
 */
export function mergeNewestPage(
  messages: readonly ConversationMessage[],
  page: readonly Message[],
): { messages: ConversationMessage[]; overlaps: boolean } {
  const keys = new Map(messages.map((message) => [message.id, message.key]))
  const fresh = page.map((message) => fromServer(message, keys.get(message.id)))
  const start = messages.findIndex((message) => message.id !== null && message.id === page[0]?.id)
  return { messages: [...messages.slice(0, Math.max(0, start)), ...fresh], overlaps: start >= 0 }
}

/** The same messages with one of them changed. */
export function changeMessage(
  messages: readonly ConversationMessage[],
  key: string,
  changes: Partial<ConversationMessage>,
): ConversationMessage[] {
  return messages.map((message) => (message.key === key ? { ...message, ...changes } : message))
}

/** A reply that ended without text is removed at the next turn, as the server does; one with text stays. */
export function survivesNextTurn(message: ConversationMessage): boolean {
  return message.content !== '' || (message.status !== 'failed' && message.status !== 'interrupted')
}

/**
 * The most history that a send carries, in entries and UTF-16 code units. The server has the conversation and does not
 * read it (docs/decisions), and a send from a phone must stay small.
 */
const historyLimits = { entries: 100, length: 32_000 }

/** The newest messages that the client holds, oldest first, as the history of a send. */
export function historyOf(messages: readonly ConversationMessage[]): HistoryEntry[] {
  const history: HistoryEntry[] = []
  let length = 0
  for (const { role, content } of messages.toReversed()) {
    length += content.length
    if (length > historyLimits.length || content.length > chatLimits.message) break
    if (content !== '') history.unshift({ role: role === 'user' ? 'user' : 'assistant', content })
    if (history.length === historyLimits.entries) break
  }
  return history
}
