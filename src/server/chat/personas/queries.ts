import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { countRows, deleteRows, findRow } from '#server/db/rows.ts'
import type { PersonasTable } from '#server/db/schema/personas.ts'

export type PersonaRow = Selectable<PersonasTable>

/** The `character_id` of a default persona of all conversations. */
export const allCharacters = ''

/** An account's personas, by name: at most `personaLimits.perAccount`. */
export const listPersonas = (db: Queryable, ownerId: string) =>
  db
    .selectFrom('personas')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

export const countPersonas = (db: Queryable, ownerId: string) => countRows(db, 'personas', { owner_id: ownerId })

export const findPersona = (db: Queryable, ownerId: string, id: string): Promise<PersonaRow | undefined> =>
  findRow(db, 'personas', { owner_id: ownerId, id })

interface Place {
  userId: string
  characterId: string
  /** The persona chosen for the conversation; null for none. */
  chosenId: string | null
}

/** `rank`: 0 chosen for the conversation, 1 the default with the character, 2 the default of the account. */
export type PersonaInPlace = PersonaRow & { rank: number }

/** The account's persona in a conversation: the one chosen for it, else the character's, else the default one. */
export async function findPersonaInPlace(db: Queryable, place: Place): Promise<PersonaInPlace | undefined> {
  const { userId, characterId, chosenId } = place
  const { rows } = await sql<PersonaInPlace>`
    select personas.*, 0 as rank from personas where owner_id = ${userId} and id = ${chosenId}
    union all
    select personas.*, case when persona_defaults.character_id = ${allCharacters} then 2 else 1 end
    from persona_defaults join personas on personas.id = persona_defaults.persona_id
    where persona_defaults.user_id = ${userId} and persona_defaults.character_id in (${characterId}, ${allCharacters})
    order by rank limit 1`.execute(db)
  return rows[0]
}

export const insertPersona = (trx: Queryable, row: PersonaRow) => trx.insertInto('personas').values(row).execute()

/** Undefined if the account has no such persona, or its version is not `basedOn`. */
export const updatePersona = (
  db: Queryable,
  { ownerId, id, basedOn }: { ownerId: string; id: string; basedOn: number | undefined },
  changes: Omit<PersonaRow, 'id' | 'owner_id' | 'lorebooks' | 'created_at'>,
) =>
  db
    .updateTable('personas')
    .set(changes)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .$if(basedOn !== undefined, (update) => update.where('updated_at', '=', basedOn ?? 0))
    .returningAll()
    .executeTakeFirst()

/** Deletes a persona, and with it where it is a default. False if the account has no such persona. */
export async function deletePersona(trx: Queryable, ownerId: string, id: string): Promise<boolean> {
  const count = await deleteRows(trx, 'personas', { owner_id: ownerId, id })
  await saveHasDefaults(trx, ownerId)
  return count > 0
}

/** The defaults of an account. */
export const listDefaults = (db: Queryable, userId: string) =>
  db
    .selectFrom('persona_defaults')
    .select(['character_id', 'persona_id'])
    .where('user_id', '=', userId)
    .orderBy('character_id')
    .execute()

/** Makes a persona the default with a character, or with all (`allCharacters`); null removes the default. */
export async function setDefault(
  trx: Queryable,
  { userId, characterId, personaId }: { userId: string; characterId: string; personaId: string | null },
): Promise<void> {
  await deleteRows(trx, 'persona_defaults', { user_id: userId, character_id: characterId })
  if (personaId !== null) {
    const row = { user_id: userId, character_id: characterId, persona_id: personaId }
    await trx.insertInto('persona_defaults').values(row).execute()
  }
  await saveHasDefaults(trx, userId)
}

/** Updates the account's flag that lets turns without personas skip the statement. */
const saveHasDefaults = (trx: Queryable, userId: string) =>
  trx
    .updateTable('users')
    .set({
      has_persona_defaults: sql`case when exists (select 1 from persona_defaults where user_id = ${userId}) then 1 else 0 end`,
    })
    .where('id', '=', userId)
    .execute()
