import { beginOf } from '#client/lib/reply-stream.ts'
import { chatLimits } from '#shared/chat.ts'
import { isOverDailyLimit, replyErrorText, turnErrorText } from './chat-errors.ts'
import type { ConversationDeps } from './conversation-deps.ts'

interface DraftOptions {
  signal: AbortSignal
  onText: (text: string) => void
  onMessagesLeft: (messagesLeft: number | null) => void
}

export interface ModelDraft {
  text: string
  /** What is to be shown of an error, or empty. */
  problem: string
  isRefunded: boolean
}

/** Lets the model write the player's next message; `hint` says what it is to be about. Never rejects. */
export async function readModelDraft(
  { readReply }: Pick<ConversationDeps, 'readReply'>,
  { conversationId, hint }: { conversationId: string; hint: string },
  { signal, onText, onMessagesLeft }: DraftOptions,
): Promise<ModelDraft> {
  const draft: ModelDraft = { text: '', problem: '', isRefunded: false }
  const add = (text: string) => {
    draft.text = text
    onText(text)
  }
  const body = { hint: hint.trim().slice(0, chatLimits.hint) }
  try {
    const source = beginOf('POST /api/conversations/:id/draft', { params: { id: conversationId }, body })
    for await (const event of readReply(source, { signal })) {
      if (event.type === 'turn' && event.data.messagesLeft !== undefined) onMessagesLeft(event.data.messagesLeft)
      else if (event.type === 'delta') add(draft.text + event.data.text)
      else if (event.type === 'replace') add(event.data.text)
      else if (event.type === 'done') draft.text = event.data.response
      else if (event.type === 'error')
        return { ...draft, problem: replyErrorText(event.data), isRefunded: event.data.refunded }
    }
  } catch (error) {
    if (isOverDailyLimit(error)) onMessagesLeft(0)
    draft.problem = turnErrorText(error)
  }
  return draft
}
