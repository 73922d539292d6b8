import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { openEventStream, wantsEventStream } from '#server/http/sse.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { findMessage, findStoredMessage, type OwnMessageRow } from '../tree/queries.ts'
import type { ChatDeps } from './chat-deps.ts'

import { DeltaBatcher } from './delta-batcher.ts'
import type { LiveReply, ReplyEnd, ReplySubscriber } from './live-reply.ts'
import { subscribeToReply } from './subscribe.ts'

/** Where a response gets its reply from. */
export interface ReplySource {
  turn: ReplyEvents['turn']
  /** Resolves once the turn is on disk, rejects when it is lost. */
  whenStored: () => Promise<void>
  subscribe: (from: number, subscriber: ReplySubscriber) => () => void
}

/** The reply of a turn that a request began, now or before. */
export function turnSource(chat: ChatDeps, turn: StartedTurn): ReplySource {
  const source = turn.kind === 'live' ? liveSource(turn.reply) : rowSource(chat, turn.reply, turn.userMessageId)
  return { ...source, turn: { ...source.turn, messagesLeft: turn.messagesLeft } }
}

function liveSource(reply: LiveReply): ReplySource {
  const { id, conversationId, userMessageId, speakerId, stored } = reply
  return {
    turn: { conversationId, userMessageId, messageId: id, speakerId },
    whenStored: () => stored,
    subscribe: (from, subscriber) => reply.subscribe(from, subscriber),
  }
}

/** A draft has one subscriber, and stops with it. */
export function draftSource(
  draft: LiveReply,
  turn: Pick<ReplyEvents['turn'], 'conversationId' | 'messagesLeft'>,
): ReplySource {
  return {
    turn: { ...turn, userMessageId: null, messageId: draft.id },
    whenStored: async () => {},
    subscribe: (from, subscriber) => {
      const unsubscribe = draft.subscribe(from, subscriber)
      return () => {
        unsubscribe()
        draft.abortController.abort('stopped')
      }
    },
  }
}

/** The row of a reply, hidden or not. Throws `not_found` where the conversation has no such reply. */
export async function findReply(
  db: Queryable,
  conversationId: OwnConversationId,
  replyId: string,
): Promise<OwnMessageRow> {
  const row = await findStoredMessage(db, conversationId, replyId)
  if (row?.role !== 'character') throw notFound()
  return row
}

/** A reply by its id, as `findReply`. */
export async function findReplySource(
  chat: ChatDeps,
  conversationId: OwnConversationId,
  replyId: string,
): Promise<ReplySource> {
  const { db } = chat.context
  const row = await findReply(db, conversationId, replyId)
  const parent = row.parent_id ? await findMessage(db, conversationId, row.parent_id) : undefined
  return rowSource(chat, row, parent?.role === 'user' ? parent.id : null)
}

function rowSource({ context, liveReplies }: ChatDeps, row: OwnMessageRow, userMessageId: string | null): ReplySource {
  return {
    turn: {
      conversationId: row.conversation_id,
      userMessageId,
      messageId: row.id,
      speakerId: row.speaker_id ?? undefined,
    },
    whenStored: context.synced,
    subscribe: (from, subscriber) => subscribeToReply(context, liveReplies, row, from, subscriber),
  }
}

/**
 * Sends a reply as an event stream. `from`: the number of code units the client has, null for a new stream, which begins
 * with the `turn` event. Event ids are that number, so that a client can continue after any event.
 */
export async function streamReply(
  request: FastifyRequest,
  reply: FastifyReply,
  source: ReplySource,
  from: number | null,
): Promise<FastifyReply> {
  await source.whenStored()
  const stream = openEventStream(request, reply)
  if (from === null) stream.send('turn', '0', source.turn)
  let sent = from ?? 0
  const batcher = new DeltaBatcher({
    onText(text, length) {
      sent = length
      stream.send('delta', String(length), { text } satisfies ReplyEvents['delta'])
    },
    onReplace(text) {
      sent = text.length
      stream.send('replace', String(sent), { text } satisfies ReplyEvents['replace'])
    },
    onLoading: () => stream.send('loading', String(sent), {}),
    onEnd(end) {
      stream.send(end.event, `${sent}!`, end.data)
      stream.end()
    },
  })
  const unsubscribe = source.subscribe(sent, batcher)
  stream.onClose(() => {
    unsubscribe()
    batcher.stop()
  })
  return reply
}

/** Resolves with the whole reply once its end is on disk. An error becomes an `ApiError` with the catalogue's status. */
export async function awaitReply(source: ReplySource) {
  await source.whenStored()
  const end = await new Promise<ReplyEnd>((resolve) => {
    source.subscribe(0, {
      onText() {},
      onReplace() {},
      onLoading() {},
      onEnd: resolve,
    })
  })
  if (end.event === 'error') {
    const { errorType, userMessage, rule } = end.data
    throw new ApiError(errorType ?? 'internal', {
      status: end.httpStatus,
      message: userMessage,
      details: {
        userMessage,
        rule,
        errorType: errorType ?? undefined,
        conversationId: source.turn.conversationId,
        messageId: source.turn.messageId,
      },
    })
  }
  return { response: end.data.response, ...source.turn, next: end.data.next }
}

/** Sends a reply that is not stored, as an event stream where the client asks for one. */
export async function sendDraft(request: FastifyRequest, reply: FastifyReply, source: ReplySource) {
  if (wantsEventStream(request)) return streamReply(request, reply, source, null)
  return { text: (await awaitReply(source)).response }
}

/** `Last-Event-ID: 120` means that the client has 120 code units; any other value counts as none. */
export function readLastEventId(request: FastifyRequest, fallback: string | undefined): number | null {
  const header = request.headers['last-event-id']
  const match = /^(\d{1,9})!?$/.exec((typeof header === 'string' ? header : fallback) ?? '')
  return match ? Number(match[1]) : null
}

/** A turn a request can subscribe to: one it began, or the one an earlier request began under the same key. */
export type StartedTurn = ({ kind: 'live'; reply: LiveReply } | ({ kind: 'known' } & KnownTurn)) & {
  /** As `countMessagesLeft`. */
  messagesLeft: number | null
}

export interface KnownTurn {
  /** Null for a turn without a message of the user. */
  userMessageId: string | null
  /** Hidden if it was stopped before its first word. */
  reply: OwnMessageRow
}
