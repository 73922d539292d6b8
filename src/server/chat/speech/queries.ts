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
export const addSpeech = (
  db: Queryable,
  { userId, day, seconds = 0, dollars = 0 }: { userId: string; day: number; seconds?: number; dollars?: number },
) =>
  db
    .updateTable('speech_days')
    .set((eb) => ({ seconds: eb('seconds', '+', seconds), dollars: eb('dollars', '+', dollars) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()

/** The seconds that an account has used. */
export const readSpeechSeconds = async (db: Queryable, userId: string, day: number) =>
  (await findRow(db, 'speech_days', { user_id: userId, day }))?.seconds ?? 0

/** Seconds and US dollars of all accounts on a day. */
export async function sumSpeech(db: Queryable, day: number): Promise<{ seconds: number; dollars: number }> {
  const sums = await db
    .selectFrom('speech_days')
    .select((eb) => [eb.fn.sum('seconds').as('seconds'), eb.fn.sum('dollars').as('dollars')])
    .where('day', '=', day)
    .executeTakeFirst()
  return { seconds: Number(sums?.seconds ?? 0), dollars: Number(sums?.dollars ?? 0) }
}

export const listSpeechDays = (db: Queryable, userId: string) =>
  db.selectFrom('speech_days').selectAll().where('user_id', '=', userId).orderBy('day').execute()

export const deleteSpeechDays = (db: Queryable, userId: string) => deleteRows(db, 'speech_days', { user_id: userId })

export const findSound = (db: Queryable, messageId: string, hash: string): Promise<MessageSound | undefined> =>
  findRow(db, 'message_sounds', { message_id: messageId, hash })

/** False where the same was stored meanwhile. */
export const insertSound = (db: Queryable, sound: MessageSound) => insertIfNew(db, 'message_sounds', sound)

export const deleteSound = (db: Queryable, id: string) => deleteRows(db, 'message_sounds', { id })

export const listSoundsOf = (db: Queryable, ownerId: string): Promise<MessageSound[]> =>
  db.selectFrom('message_sounds').selectAll().where('owner_id', '=', ownerId).execute()

/** Sounds of messages that were deleted or held back, and those that were stored before `before`. */
export const listOldSounds = (db: Queryable, before: number, limit: number): Promise<MessageSound[]> =>
  db
    .selectFrom('message_sounds')
    .selectAll()
    .where((eb) => {
      const redacted = eb.selectFrom('messages').select('id').where('status', '=', 'redacted')
      const isRedacted = eb.exists(redacted.whereRef('messages.id', '=', 'message_sounds.message_id'))
      return eb.or([eb('message_id', 'is', null), eb('created_at', '<', before), isRedacted])
    })
    .limit(limit)
    .execute()
