import { ensureSystemUser, lockAccount } from '#server/accounts/queries.ts'
import type { Context } from '#server/core/context.ts'
import { toColumns } from './character-columns.ts'
import { trendOf, trendWeight } from './popularity/trend.ts'
import { findSampleSlugs, insertCharacter } from './queries.ts'
import { createRevision } from './revisions/revision.ts'
import { readSampleCharacters } from './sample-characters.ts'

/** Inserts the sample characters into a new database. One that was deleted later is not inserted again. */
export async function seedSampleCharacters(context: Context): Promise<number> {
  if ((await findSampleSlugs(context.db)).size > 0) return 0
  return addMissingSampleCharacters(context)
}

/** Inserts every sample character that is not in the database, and returns how many those were (`npm run seed`). */
export async function addMissingSampleCharacters(context: Context): Promise<number> {
  const characters = readSampleCharacters()
  const now = context.clock.now()
  const owner = { id: context.ids.uuid(), username: 'troupe', username_key: 'troupe', display_name: 'Troupe' }
  const ownerId = await ensureSystemUser(context.db, { ...owner, created_at: now })
  return context.transact(async (trx) => {
    // Instances that start at the same time take this lock one after the other; all but the first find nothing missing.
    await lockAccount(trx, context.dialect, ownerId)
    const present = await findSampleSlugs(trx)
    const missing = characters.filter(({ slug }) => !present.has(slug))
    for (const [index, { slug, fields }] of missing.entries()) {
      // Times that differ by a second keep the order of the list in a gallery sorted by trend.
      const createdAt = now - index * 1000
      const id = context.ids.uuid()
      const row = {
        id,
        owner_id: ownerId,
        sample_slug: slug,
        ...toColumns(fields),
        trend: trendOf(trendWeight.sample, createdAt),
        created_at: createdAt,
        updated_at: createdAt,
        deleted_at: null,
      }
      await insertCharacter(trx, row, createRevision(context.ids, { characterId: id, fields, before: null, now }))
    }
    return missing.length
  })
}
