import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { openEventStream } from '#server/http/sse.ts'
import type { ReplyEvents } from '#shared/chat.ts'
import { findMessage, type MessageRow } from '../queries.ts'
import type { ChatDeps } from '../turns/begin-turn.ts'
import type { Sent } from '../turns/send-message.ts'
import type { Closing, LiveReply, Reader } from './live-reply.ts'
import { PacedReader } from './paced-reader.ts'
import { subscribeToReply } from './subscribe.ts'

interface Followed {
  turn: ReplyEvents['turn']
  read: (from: number, reader: Reader) => () => void
}

export function followLive(reply: LiveReply): Followed {
  const { id, conversationId, userMessageId } = reply
  return { turn: { conversationId, userMessageId, messageId: id }, read: (from, reader) => reply.read(from, reader) }
}

/** A reply by its id, for a request that did not begin it: re-attaching, or sending the same line again. */
export async function followById(
  chat: ChatDeps,
  conversationId: OwnConversationId,
  replyId: string,
): Promise<Followed> {
  const row = await findMessage(chat.context.db, conversationId, replyId)
  if (row?.role !== 'character') throw notFound()
  const parent = row.parent_id ? await findMessage(chat.context.db, conversationId, row.parent_id) : undefined
  return {
    turn: { conversationId, userMessageId: userLineOf(parent), messageId: row.id },
    read: (from, reader) => subscribeToReply(chat.context, chat.liveReplies, row, from, reader),
  }
}

const userLineOf = (parent: MessageRow | undefined) => (parent?.role === 'user' ? parent.id : null)

export async function followSent(chat: ChatDeps, sent: Sent): Promise<Followed> {
  return sent.kind === 'live' ? followLive(sent.reply) : followById(chat, sent.conversationId, sent.replyId)
}

/** The reply as an event stream. Its ids count the characters a reader has, so any of them is a place to go on from. */
export function streamReply(
  request: FastifyRequest,
  reply: FastifyReply,
  followed: Followed,
  from: number | null,
): void {
  const stream = openEventStream(request, reply)
  if (from === null) stream.send('turn', '0', followed.turn)
  let have = from ?? 0
  const reader = new PacedReader({
    onText(text, at) {
      have = at
      stream.send('delta', String(at), { text } satisfies ReplyEvents['delta'])
    },
    onEnd(closing) {
      stream.send(closing.event, `${have}!`, closing.data)
      stream.end()
    },
  })
  const leave = followed.read(have, reader)
  stream.onClose(() => {
    leave()
    reader.stop()
  })
}

/** The reply as one JSON answer, once it has ended; a fault becomes the catalogue's status and words. */
export async function awaitReply(followed: Followed) {
  let text = ''
  const closing = await new Promise<Closing>((resolve) => {
    followed.read(0, {
      onText(more) {
        text += more
      },
      onEnd: resolve,
    })
  })
  if (closing.event === 'error') {
    const { errorType, userMessage } = closing.data
    throw new ApiError(errorType ?? 'internal', {
      status: closing.httpStatus,
      message: userMessage,
      details: {
        userMessage,
        ...(errorType ? { errorType } : {}),
        conversationId: followed.turn.conversationId,
        messageId: followed.turn.messageId,
      },
    })
  }
  return { response: text, ...followed.turn }
}

/** `Last-Event-ID: 120` is "I have 120 characters"; a header that is not ours counts as none. */
export function readLastEventId(request: FastifyRequest, fallback: string | undefined): number | null {
  const header = request.headers['last-event-id']
  const match = /^(\d{1,9})!?$/.exec((typeof header === 'string' ? header : fallback) ?? '')
  return match ? Number(match[1]) : null
}
