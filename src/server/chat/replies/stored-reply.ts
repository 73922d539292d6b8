import type { Message, Usage } from '#shared/chat.ts'
import type { ChatErrorType } from '#shared/errors.ts'
import { chatErrorGeneric } from '#shared/errors.ts'
import type { MessageRow } from '../tree/queries.ts'
import { createReplyEnd, type ReplyEnd } from './live-reply.ts'

/** The end of a reply whose row no longer exists: its conversation or account was deleted for good. */
export const deletedReplyEnd = (row: MessageRow): ReplyEnd => failedEnd(row, 'This reply was deleted.', 404)

/** The end for subscribers to a reply of another instance while the database is unreachable; it may continue there. */
export function unreachableReplyEnd(row: MessageRow): ReplyEnd {
  const message =
    'The server cannot reach its storage at the moment. Reload the page in a few seconds to see the reply.'
  return failedEnd(row, message, 503)
}

function failedEnd(row: MessageRow, userMessage: string, httpStatus: number): ReplyEnd {
  const ids = { id: row.id, conversationId: row.conversation_id }
  const error = { errorType: null, userMessage, httpStatus }
  const outcome = { status: 'interrupted', finish: null, usage: null, isRefunded: false, error } as const
  return createReplyEnd(ids, row.content, outcome)
}

/** Why a reply failed or broke off; null if it did not. */
export function storedError(row: MessageRow): Message['error'] {
  if (row.error_message === null && row.status !== 'failed') return null
  const errorType = row.error_type as ChatErrorType | null
  return { errorType, userMessage: row.error_message ?? chatErrorGeneric, rule: row.error_rule ?? undefined }
}

/** The end of a reply from its row; null while the reply is being generated. */
export function storedReplyEnd(row: MessageRow): ReplyEnd | null {
  const { status, content, finish } = row
  const ids = { id: row.id, conversationId: row.conversation_id }
  if (status === 'streaming') return null
  if (status === 'redacted' && row.error_message === null)
    return createReplyEnd(ids, content, { status: 'complete', finish, usage: null, error: null, isRefunded: false })
  const error = storedError(row)
  const isUnchecked = row.is_unchecked === 1
  const usage = row.usage === null ? null : (JSON.parse(row.usage) as Usage)
  return createReplyEnd(ids, content, {
    status,
    finish,
    usage,
    error: error && { ...error, httpStatus: 502 },
    isUnchecked,
    horizonId: row.horizon_id ?? row.anchor_id,
    expression: row.expression,
    isRefunded: error !== null,
  })
}
