import type { Usage } from '#shared/chat.ts'
import type { ChatErrorType } from '#shared/errors.ts'
import { chatErrorGeneric } from '#shared/errors.ts'
import type { MessageRow } from '../queries.ts'
import { createReplyEnd, type ReplyEnd } from './live-reply.ts'

/** The end for those who read a reply whose row is gone: its conversation was deleted for good, or its account. */
export function deletedReplyEnd(row: MessageRow): ReplyEnd {
  const error = { errorType: null, userMessage: 'This reply was deleted.', httpStatus: 404 }
  const ids = { id: row.id, conversationId: row.conversation_id }
  return createReplyEnd(ids, row.content, { status: 'interrupted', finish: null, usage: null, error })
}

/** The end for those who read a reply of another instance while the database is away: it may go on there. */
export function unreachableReplyEnd(row: MessageRow): ReplyEnd {
  const userMessage =
    'The server cannot reach its storage at the moment. Reload the page in a few seconds to see the reply.'
  const error = { errorType: null, userMessage, httpStatus: 503 }
  const ids = { id: row.id, conversationId: row.conversation_id }
  return createReplyEnd(ids, row.content, { status: 'interrupted', finish: null, usage: null, error })
}

/** The end of a reply as its row has it; null while the reply is still being generated. */
export function storedReplyEnd(row: MessageRow): ReplyEnd | null {
  const { status, content, finish } = row
  const ids = { id: row.id, conversationId: row.conversation_id }
  if (status === 'streaming') return null
  if (status === 'redacted' && row.error_message === null)
    return createReplyEnd(ids, content, { status: 'complete', finish, usage: null, error: null })
  const hasError = row.error_message !== null || status === 'failed'
  const error = hasError
    ? {
        errorType: row.error_type as ChatErrorType | null,
        userMessage: row.error_message ?? chatErrorGeneric,
        httpStatus: 502,
      }
    : null
  const usage = row.usage === null ? null : (JSON.parse(row.usage) as Usage)
  return createReplyEnd(ids, content, { status, finish, usage, error })
}
