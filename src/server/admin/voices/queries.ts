import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { VoiceConnectionsTable } from '#server/db/schema/voices.ts'

export type VoiceConnectionRow = Selectable<VoiceConnectionsTable>

/** Seconds and US dollars of all accounts on a day. */
export async function sumSpeech(db: Queryable, day: number): Promise<{ seconds: number; dollars: number }> {
  const sums = await db
    .selectFrom('speech_days')
    .select((eb) => [eb.fn.sum('seconds').as('seconds'), eb.fn.sum('dollars').as('dollars')])
    .where('day', '=', day)
    .executeTakeFirst()
  return { seconds: Number(sums?.seconds ?? 0), dollars: Number(sums?.dollars ?? 0) }
}
