import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, findRow, insertIfNew } from '#server/db/rows.ts'
import type { MessageSoundsTable } from '#server/db/schema/voices.ts'

export type MessageSound = Selectable<MessageSoundsTable>

/**
 * Counts speech of an account, unless it has used up `limit`. One statement, so that requests at the same time do not pass
 * it together. False: it was not counted.
 */
export async function chargeSpeech(
  db: Queryable,
  { userId, day, seconds, limit }: { userId: string; day: number; seconds: number; limit: number | null },
): Promise<boolean> {
  if (limit !== null && limit <= 0) return false
  const charged = await db
    .insertInto('speech_days')
    .values({ user_id: userId, day, seconds })
    .onConflict((oc) => {
      const update = oc
        .columns(['user_id', 'day'])
        .doUpdateSet((eb) => ({ seconds: eb('speech_days.seconds', '+', seconds) }))
      return limit === null ? update : update.where('speech_days.seconds', '<', limit)
    })
    .returning('seconds')
    .executeTakeFirst()
  return charged !== undefined
}

/** Adds to what was charged; negative seconds are a refund. */
export async function addSpeech(
  db: Queryable,
  { userId, day, seconds = 0, dollars = 0 }: { userId: string; day: number; seconds?: number; dollars?: number },
): Promise<void> {
  await db
    .updateTable('speech_days')
    .set((eb) => ({ seconds: eb('seconds', '+', seconds), dollars: eb('dollars', '+', dollars) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()
}

/** The seconds that an account has used. */
export async function readSpeechSeconds(db: Queryable, userId: string, day: number): Promise<number> {
  return (await findRow(db, 'speech_days', { user_id: userId, day }))?.seconds ?? 0
}

/** Seconds and US dollars of all accounts on a day. */
export async function sumSpeech(db: Queryable, day: number): Promise<{ seconds: number; dollars: number }> {
  const sums = await db
    .selectFrom('speech_days')
    .select((eb) => [eb.fn.sum('seconds').as('seconds'), eb.fn.sum('dollars').as('dollars')])
    .where('day', '=', day)
    .executeTakeFirst()
  return { seconds: Number(sums?.seconds ?? 0), dollars: Number(sums?.dollars ?? 0) }
}

export function listSpeechDays(db: Queryable, userId: string) {
  return db.selectFrom('speech_days').selectAll().where('user_id', '=', userId).orderBy('day').execute()
}

export async function deleteSpeechDays(db: Queryable, userId: string): Promise<void> {
  await deleteRows(db, 'speech_days', { user_id: userId })
}

export function findSound(db: Queryable, messageId: string, hash: string): Promise<MessageSound | undefined> {
  return findRow(db, 'message_sounds', { message_id: messageId, hash })
}

/** False where the same was stored meanwhile. */
export function insertSound(db: Queryable, sound: MessageSound): Promise<boolean> {
  return insertIfNew(db, 'message_sounds', sound)
}

export async function deleteSound(db: Queryable, id: string): Promise<void> {
  await deleteRows(db, 'message_sounds', { id })
}

export function listSoundsOf(db: Queryable, ownerId: string): Promise<MessageSound[]> {
  return db.selectFrom('message_sounds').selectAll().where('owner_id', '=', ownerId).execute()
}

/** Sounds of messages that were deleted or held back, and those that were stored before `before`. */
export function listOldSounds(db: Queryable, before: number, limit: number): Promise<MessageSound[]> {
  return db
    .selectFrom('message_sounds')
    .selectAll()
    .where((eb) => {
      const redacted = eb.selectFrom('messages').select('id').where('status', '=', 'redacted')
      const isRedacted = eb.exists(redacted.whereRef('messages.id', '=', 'message_sounds.message_id'))
      return eb.or([eb('message_id', 'is', null), eb('created_at', '<', before), isRedacted])
    })
    .limit(limit)
    .execute()
}
