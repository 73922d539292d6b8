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
      const row = {
        id: ids.uuid(),
        conversation_id: conversationId,
        parent_id: parent,
        depth,
        role: (from + offset) % 2 === 0 ? ('user' as const) : ('character' as const),
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

/** Messages of a branch that `addBranches` adds. */
const branchLength = 12

/** Appends `count` messages to a conversation in branches, which begin at messages all over its tree. */
export async function addBranches(
  { db, ids, clock }: Pick<Context, 'db' | 'ids' | 'clock'>,
  conversationId: string,
  count: number,
): Promise<void> {
  const tree = await db.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId).execute()
  const added: typeof tree = []
  for (let index = 0; index < count; index += 1) {
    // A prime, so that branches begin at messages of every depth.
    const fork = tree[(index * 7_919) % tree.length]
    const parent = index % branchLength === 0 ? fork : added.at(-1)
    if (!parent) throw new Error('The conversation has no message.')
    const role = parent.role === 'user' ? ('character' as const) : ('user' as const)
    const now = clock.now()
    added.push({
      ...parent,
      id: ids.uuid(),
      parent_id: parent.id,
      depth: parent.depth + 1,
      role,
      content: messageText(index),
      idempotency_key: null,
      finish: null,
      created_at: now,
      updated_at: now,
    })
  }
  for (let from = 0; from < added.length; from += batchSize) {
    await db
      .insertInto('messages')
      .values(added.slice(from, from + batchSize))
      .execute()
  }
}
