import type { Queryable } from '#server/db/database.ts'

const prefix = 'setting '

/** What admins have set in the browser: JSON by name. */
export async function readSettings(db: Queryable): Promise<Record<string, string>> {
  const query = db.selectFrom('instance_settings').select(['name', 'value']).where('name', 'like', `${prefix}%`)
  const rows = await query.orderBy('name').execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name.slice(prefix.length), value]))
}

/** Whether a connected service speaks, and whether one transcribes. */
export async function readVoiceUse(db: Queryable): Promise<{ speaks: boolean; transcribes: boolean }> {
  const query = db.selectFrom('voice_connections').select(['voices', 'transcription_model'])
  const rows = await query.where('is_enabled', '=', 1).execute()
  const transcribes = rows.some(({ transcription_model }) => transcription_model !== null)
  return { speaks: rows.some(({ voices }) => voices !== '[]'), transcribes }
}

/** A row for each, so that admins who change different settings at once do not undo each other's. */
export async function saveSetting(db: Queryable, name: string, value: unknown, now: number): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now }
  await db
    .insertInto('instance_settings')
    .values({ name: prefix + name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
