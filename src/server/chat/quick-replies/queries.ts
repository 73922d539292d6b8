import type { Queryable } from '#server/db/database.ts'
import type { QuickReply } from '#shared/quick-replies.ts'

export async function readQuickReplies(db: Queryable, userId: string): Promise<QuickReply[]> {
  const row = await db.selectFrom('quick_replies').select('replies').where('user_id', '=', userId).executeTakeFirst()
  return row ? (JSON.parse(row.replies) as QuickReply[]) : []
}

/** Replaces all quick replies of an account. */
export async function saveQuickReplies(
  db: Queryable,
  { userId, replies, now }: { userId: string; replies: QuickReply[]; now: number },
): Promise<void> {
  const saved = { replies: JSON.stringify(replies), updated_at: now }
  await db
    .insertInto('quick_replies')
    .values({ user_id: userId, ...saved })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(saved))
    .execute()
}
