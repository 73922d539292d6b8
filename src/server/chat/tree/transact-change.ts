import { addConversationEvents } from '#server/accounts/webhooks/add-events.ts'
import type { Context, Queryable } from '#server/core/context.ts'

/** A transaction that changes a conversation, of which its owner's webhooks are told. `work` throws unless it is the viewer's. */
export function transactChange<T>(
  context: Context,
  conversationId: string,
  work: (trx: Queryable) => Promise<T>,
): Promise<T> {
  return context.transact(async (trx) => {
    const result = await work(trx)
    await addConversationEvents(context, trx, [{ type: 'conversation.changed', conversationId }])
    return result
  })
}
