import type { MessageStatus } from '#shared/chat.ts'
import { TrackedValue } from './tracked-value.ts'

/** One message sent (or, with an empty message, a request to continue) and everything known about its outcome. */
export interface TrackedSend {
  clientMessageId: string
  message: string
  /** The complete reply of the scripted model. */
  expectedReply: string
  /** What the server has acknowledged. */
  acknowledged: 'nothing' | 'turn' | 'reply' | 'error'
  messageId: string | null
  /** How much of the reply had been received at which time. */
  received: { at: number; length: number }[]
  /** The reply as read back after a failure; it must not change any more. */
  final: { status: MessageStatus; content: string } | null
}

/** What the server has sent a user of a conversation. */
export interface TrackedConversation {
  /** Null until the server has acknowledged the first turn. */
  id: string | null
  characterId: string
  title: TrackedValue<string>
  deleted: TrackedValue<boolean>
  sends: TrackedSend[]
  /** When a failure ended the generation of a reply that still has the status `streaming`; otherwise null. */
  orphanedAt: number | null
  /** Whether anything has changed since the last verification. */
  needsCheck: boolean
}

export function createTrackedConversation(characterId: string): TrackedConversation {
  return {
    id: null,
    characterId,
    title: new TrackedValue(''),
    deleted: new TrackedValue(false),
    sends: [],
    orphanedAt: null,
    needsCheck: true,
  }
}

export const isConfirmed = (send: TrackedSend) =>
  send.acknowledged === 'reply' || send.acknowledged === 'error' || send.final !== null

/** The last send, if its outcome is not known yet. */
export function findUnconfirmedSend(conversation: TrackedConversation): TrackedSend | null {
  const last = conversation.sends.at(-1)
  return last && !isConfirmed(last) ? last : null
}
