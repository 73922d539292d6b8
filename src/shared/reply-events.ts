import { z } from 'zod'
import {
  type FinishReason,
  type Message,
  type MessageStatus,
  messagesLeft,
  type NextReply,
  type Usage,
} from './chat.ts'
import type { ChatErrorType } from './errors.ts'

/** A turn that the server has saved: the first event of a reply stream. */
export const BegunTurn = z.object({
  conversationId: z.string(),
  /** Null when the character was asked to continue. */
  userMessageId: z.string().nullable(),
  messageId: z.string(),
  /** Left out where the request began no turn. */
  messagesLeft: messagesLeft.optional(),
  /** In a scene: the id of the character that speaks. */
  speakerId: z.string().optional(),
})
export type BegunTurn = z.infer<typeof BegunTurn>

/**
 * Events of a reply stream (`text/event-stream`). The id of an event is the length of the reply's text after it,
 * in UTF-16 code units, so `Last-Event-ID: 120` means that the client has the first 120. The ids of `done` and `error`
 * end with `!` (`120!`); a client that reconnects with such an id gets the last event again instead of waiting.
 */
export interface ReplyEvents {
  turn: BegunTurn
  /** Nothing has come for a while because the model server is loading the model. */
  loading: Record<string, never>
  delta: { text: string }
  /** The whole text so far, in place of what was sent before. */
  replace: { text: string }
  /** `response` is the final text: its end may differ from what was sent, because a cut sentence is removed. */
  done: {
    response: string
    conversationId: string
    messageId: string
    status: MessageStatus
    finish: FinishReason | null
    usage: Usage | null
    /** See `Message`. */
    unchecked: boolean
    horizonId?: string
    expression?: Message['expression']
    /** In a scene: who speaks now, null when it is the player's turn. Left out where the server does not know it. */
    next?: NextReply | null
  }
  error: {
    errorType: ChatErrorType | null
    userMessage: string
    /** See `Message`. */
    rule?: string
    conversationId: string
    messageId: string
    status: MessageStatus
    /** Set where the whole reply is there, and only its end could not be saved yet. */
    finish: FinishReason | null
    /** Whether the message of the day is refunded. */
    refunded: boolean
  }
}
