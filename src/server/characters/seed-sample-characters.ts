import { findUserByKey, insertUser } from '#server/accounts/queries.ts'
import type { Context } from '#server/core/context.ts'
import { rowFields } from './fields.ts'
import { findSampleSlugs, insertCharacter, lockAuthor } from './queries.ts'
import { trendOf, trendWeight } from './trend.ts'

const house = 'troupe'

/** Puts the sample characters in when the house is new. Whoever later takes one away keeps it away. */
export async function seedSampleCharacters(context: Context): Promise<number> {
  if ((await findSampleSlugs(context.db)).size > 0) return 0
  return addMissingSampleCharacters(context)
}

/** Adds every sample that is not there, however old the house is: `npm run seed`. */
export async function addMissingSampleCharacters(context: Context): Promise<number> {
  // Forty pages of prose are read when they are needed: a house that has its cast starts without them.
  const { cast } = await import('./cast/index.ts')
  const ownerId = await houseAccount(context)
  const now = context.clock.now()
  return context.transact(async (trx) => {
    // Instances that start together wait for each other here, and those behind find the cast already in.
    await lockAuthor(trx, context.dialect, ownerId)
    const present = await findSampleSlugs(trx)
    const missing = cast.filter((member) => !present.has(member.slug))
    for (const [place, member] of missing.entries()) {
      // A second between them keeps the list's order in a gallery nobody has played in yet.
      const createdAt = now - place * 1000
      await insertCharacter(trx, {
        id: context.ids.uuid(),
        owner_id: ownerId,
        sample_slug: member.slug,
        ...rowFields(member.fields),
        trend: trendOf(trendWeight.created, createdAt),
        created_at: createdAt,
        updated_at: createdAt,
        deleted_at: null,
      })
    }
    return missing.length
  })
}

/** The samples' author: an account nobody can log in to. */
async function houseAccount(context: Context): Promise<string> {
  const id = context.ids.uuid()
  const inserted = await insertUser(context.db, {
    id,
    username: house,
    username_key: house,
    password_hash: '',
    display_name: house,
    account_type: 'free',
    is_system: 1,
    adult_confirmed_at: null,
    created_at: context.clock.now(),
  })
  return inserted ? id : ((await findUserByKey(context.db, house))?.id ?? id)
}
