import type { Context } from '#server/core/context.ts'

/** Rows per INSERT statement: database drivers limit the number of bound values. */
const batchSize = 500

/** Appends `count` messages of about 300 characters to a conversation, from the user and the character in turn. */
export async function fillConversation(
  context: Pick<Context, 'db' | 'ids' | 'clock'>,
  conversationId: string,
  count: number,
): Promise<void> {
  const { db, ids, clock } = context
  const conversation = await db
    .selectFrom('conversations')
    .innerJoin('messages', 'messages.id', 'conversations.active_leaf_id')
    .select(['messages.id', 'messages.depth'])
    .where('conversations.id', '=', conversationId)
    .executeTakeFirstOrThrow()
  let { id: parent, depth } = conversation
  for (let from = 0; from < count; from += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, count - from) }, (_, offset) => {
      const now = clock.now()
      depth += 1
      const role = (from + offset) % 2 === 0 ? ('user' as const) : ('character' as const)
      const row = {
        id: ids.uuid(),
        conversation_id: conversationId,
        parent_id: parent,
        depth,
        role,
        expression: role === 'character' ? ('neutral' as const) : null,
        content: messageText(from + offset),
        status: 'complete' as const,
        idempotency_key: null,
        error_type: null,
        error_message: null,
        model: null,
        usage: null,
        created_at: now,
        updated_at: now,
        hidden_at: null,
      }
      parent = row.id
      return row
    })
    await db.insertInto('messages').values(rows).execute()
  }
  await db.updateTable('conversations').set({ active_leaf_id: parent }).where('id', '=', conversationId).execute()
}

function messageText(index: number): string {
  const filler = 'The rain keeps its own counsel, and the lamp on the stair leans toward the sea as if to listen. '
  return `Message ${index}: ${filler.repeat(3)}`.slice(0, 300).trimEnd()
}
