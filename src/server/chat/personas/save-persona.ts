import { lockAccount } from '#server/accounts/queries.ts'
import { getAccessibleCharacter } from '#server/characters/character-scope.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, changedElsewhere, notFound, orNotFound } from '#server/http/api-error.ts'
import { assertClassified, screenText } from '#server/screening/screen-text.ts'
import { type PersonaChange, type PersonaFields, personaLimits } from '#shared/personas.ts'
import { personaText } from './player.ts'
import {
  allCharacters,
  countPersonas,
  deletePersona,
  findPersona,
  insertPersona,
  type PersonaRow,
  setDefault,
  updatePersona,
} from './queries.ts'

/** Throws for a persona that the policy or the classifier does not let pass. */
export async function screenPersona(context: Context, author: Viewer, persona: PersonaFields): Promise<void> {
  const { name } = persona
  screenText(context, { surface: 'name', kind: 'persona', text: name, author, field: 'name' })
  const text = personaText(persona)
  if (text === name) return
  const screened = { surface: 'character', kind: 'persona', text, author, field: 'description' } as const
  screenText(context, screened)
  await assertClassified(context, screened)
}

/** Adds personas, which have been screened. Throws `persona_limit` where the account would have too many. */
export async function addPersonas(context: Context, owner: Viewer, added: PersonaFields[]): Promise<PersonaRow[]> {
  const now = context.clock.now()
  const rows = added.map((fields) => ({
    ...fields,
    id: context.ids.uuid(),
    owner_id: owner.id,
    lorebooks: '[]',
    created_at: now,
    updated_at: now,
  }))
  await context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, owner.id)
    if ((await countPersonas(trx, owner.id)) + rows.length > personaLimits.perAccount) {
      throw new ApiError('persona_limit')
    }
    for (const row of rows) await insertPersona(trx, row)
  })
  return rows
}

export async function createPersona(context: Context, owner: Viewer, fields: PersonaFields): Promise<PersonaRow> {
  await screenPersona(context, owner, fields)
  const [row] = await addPersonas(context, owner, [fields])
  if (!row) throw notFound()
  return row
}

/** With `basedOn`, throws `changed_elsewhere` when the persona has been saved since then. */
export async function changePersona(
  context: Context,
  owner: Viewer,
  id: string,
  { basedOn, ...fields }: PersonaChange,
): Promise<PersonaRow> {
  const before = orNotFound(await findPersona(context.db, owner.id, id))
  if (basedOn !== undefined && before.updated_at !== basedOn) throw changedElsewhere()
  if (personaText(fields) !== personaText(before)) await screenPersona(context, owner, fields)
  // Two versions never have the same time.
  const updated_at = Math.max(context.clock.now(), before.updated_at + 1)
  const row = await updatePersona(context.db, { ownerId: owner.id, id, basedOn }, { ...fields, updated_at })
  if (!row) throw basedOn === undefined ? notFound() : changedElsewhere()
  return row
}

/** Deletes a persona. What was said under its name keeps the name. */
export async function removePersona(context: Context, owner: Viewer, id: string): Promise<void> {
  const isDeleted = await context.transact((trx) => deletePersona(trx, owner.id, id))
  if (!isDeleted) throw notFound()
}

/** Sets the persona of all conversations, or of those with one character; null for none. */
export async function setDefaultPersona(
  context: Context,
  owner: Viewer,
  { characterId, personaId }: { characterId?: string; personaId: string | null },
): Promise<void> {
  if (characterId !== undefined && personaId !== null) await getAccessibleCharacter(context, owner, characterId)
  await context.transact(async (trx) => {
    if (personaId !== null && !(await findPersona(trx, owner.id, personaId))) throw notFound()
    await setDefault(trx, { userId: owner.id, characterId: characterId ?? allCharacters, personaId })
  })
}
