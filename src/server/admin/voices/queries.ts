import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { VoiceConnectionsTable } from '#server/db/schema/voices.ts'

export type VoiceConnectionRow = Selectable<VoiceConnectionsTable>

/** All connections, in the order in which they are asked. */
export function listVoiceConnections(db: Queryable): Promise<VoiceConnectionRow[]> {
  return db.selectFrom('voice_connections').selectAll().orderBy('position').orderBy('id').execute()
}

export async function findVoiceConnection(db: Queryable, id: string): Promise<VoiceConnectionRow | null> {
  return (await db.selectFrom('voice_connections').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function insertVoiceConnection(db: Queryable, row: VoiceConnectionRow): Promise<void> {
  await db.insertInto('voice_connections').values(row).execute()
}

export async function updateVoiceConnection(db: Queryable, id: string, changes: Partial<VoiceConnectionRow>) {
  await db.updateTable('voice_connections').set(changes).where('id', '=', id).execute()
}

export async function deleteVoiceConnection(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('voice_connections').where('id', '=', id).execute()
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
