import type { MessageRow } from '#server/chat/queries.ts'
import type { Usage } from '#shared/chat.ts'
import type { ChatErrorType } from '#shared/errors.ts'
import { chatErrorGeneric } from '#shared/errors.ts'
import { type Closing, closingOf } from './live-reply.ts'

/** The end of a reply as its row tells it; null while somebody is still writing it. */
export function storedClosing(row: MessageRow): Closing | null {
  const { status } = row
  if (status === 'streaming') return null
  if (status === 'redacted')
    return closingOf(asReply(row), row.content, { status: 'complete', usage: null, fault: null })
  const fault =
    row.error_message !== null || status === 'failed'
      ? {
          errorType: row.error_type as ChatErrorType | null,
          userMessage: row.error_message ?? chatErrorGeneric,
          httpStatus: 502,
        }
      : null
  const usage = row.usage === null ? null : (JSON.parse(row.usage) as Usage)
  return closingOf(asReply(row), row.content, { status, usage, fault })
}

const asReply = (row: MessageRow) => ({ id: row.id, conversationId: row.conversation_id })
