import { addConversationEvents } from '#server/accounts/webhooks/add-events.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'

/** A transaction that changes a conversation, of which its owner's webhooks are told. `work` throws unless it is the viewer's. */
export function transactChange<T>(
  context: Context,
  { has_webhooks }: Viewer,
  conversationId: string,
  work: (trx: Queryable) => Promise<T>,
): Promise<T> {
  return context.transact(async (trx) => {
    const result = await work(trx)
    if (has_webhooks) await addConversationEvents(context, trx, [{ type: 'conversation.changed', conversationId }])
    return result
  })
}
