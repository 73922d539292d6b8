import { chatLimits, type HistoryEntry, type Message, type MessageStatus } from '#shared/chat.ts'
import type { ConversationPersona } from '#shared/personas.ts'

type Optional = 'names' | 'excluded' | 'whisper'
type Changed = 'id' | 'status' | 'error' | 'siblings' | 'speakerId' | 'audience'
type Unchanged = Omit<Message, Optional | Changed | 'clientMessageId'>

/** One message of the transcript: stored on the server, or on its way there. */
export interface ConversationMessage extends Unchanged, Required<Pick<Message, Optional>> {
  /** Stays the same from the moment the message is shown, so that React keeps its element. */
  key: string
  /** The server's id; null until the server has the message. */
  id: string | null
  /** `sending` and `unsent` exist only in the client: the server does not have these messages. */
  status: MessageStatus | 'sending' | 'unsent'
  /** Why a reply failed or broke off, in words for the user. */
  error: string | null
  /** The rule that held it back, if a review can be asked for. */
  rule?: string
  /** The ids of all its versions, oldest first; without its own until the server has the message. */
  siblings: readonly string[]
  /** In a scene: the character that said it; null is the conversation's own. */
  speakerId: string | null
  /** In a scene: the ids of the characters that were present; null is the conversation's own alone. */
  audience: readonly string[] | null
}

export function fromServer(message: Message, key = message.id): ConversationMessage {
  const { clientMessageId: _, error, speakerId = null, audience = null, ...fields } = message
  const { names = {}, excluded = false, whisper = false } = message
  const reason = { error: error?.userMessage ?? null, rule: error?.rule }
  return { ...fields, key, names, excluded, whisper, speakerId, audience, ...reason }
}

export function createMessage(
  message: Pick<ConversationMessage, 'key' | 'role' | 'createdAt'> & Partial<ConversationMessage>,
): ConversationMessage {
  const nothing = { id: null, parentId: null, finish: null, error: null, siblings: [], names: {} }
  const nobody = { persona: null, speakerId: null, audience: null, whisper: false }
  const unmarked = { edited: false, excluded: false, unchecked: false }
  return { ...nothing, ...nobody, ...unmarked, content: '', status: 'complete', ...message }
}

/** Puts older messages first. Messages that are already loaded are not added again. */
export function prependOlder(
  messages: readonly ConversationMessage[],
  older: readonly Message[],
): ConversationMessage[] {
  const known = new Set(messages.map((message) => message.id))
  return [...older.filter(({ id }) => !known.has(id)).map((message) => fromServer(message)), ...messages]
}

/** The number of this version among its siblings, from 1, and how many there are. */
export function positionOf({ id, siblings }: ConversationMessage): { index: number; count: number } {
  const index = id === null ? -1 : siblings.indexOf(id)
  return index < 0
    ? { index: siblings.length + 1, count: siblings.length + 1 }
    : { index: index + 1, count: siblings.length }
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
  // Another version takes the key of the one it replaces: its buttons keep the focus.
  const keyOf = ({ id, siblings }: Message) =>
    keys.get(id) ?? keys.get(siblings.find((version) => keys.has(version)) ?? '')
  const fresh = page.map((message) => fromServer(message, keyOf(message)))
  const start = messages.findIndex((message) => message.id !== null && message.id === page[0]?.id)
  return { messages: [...messages.slice(0, Math.max(0, start)), ...fresh], overlaps: start >= 0 }
}

export function changeMessage(
  messages: readonly ConversationMessage[],
  key: string,
  changes: Partial<ConversationMessage>,
): ConversationMessage[] {
  return messages.map((message) => (message.key === key ? { ...message, ...changes } : message))
}

/** The message with the name of one of its versions; an empty name is removed. */
export function withName(message: ConversationMessage, versionId: string, name: string): ConversationMessage {
  if (!message.siblings.includes(versionId)) return message
  const { [versionId]: _, ...others } = message.names
  return { ...message, names: name === '' ? others : { ...others, [versionId]: name } }
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

/** The persona of a message that the user sends now. */
export function saidAs(persona: ConversationPersona | null): Message['persona'] {
  return persona === null || persona.id === null ? null : { id: persona.id, name: persona.name }
}
