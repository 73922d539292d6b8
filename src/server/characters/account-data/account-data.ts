import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { ensureFormerUserAccount } from '#server/accounts/settings/queries.ts'
import { deleteFilesOf } from '../cards/queries.ts'
import { eraseTexts } from '../purge/queries.ts'
import { listWholeRevisions } from '../revisions/queries.ts'
import { viewExportedCharacter, viewRating } from '../view.ts'
import { deleteCharactersOf, deleteRatingsOf, listCharactersOf, listRatingsOf, listUsedByOthers } from './queries.ts'

/** The characters an account wrote, including deleted ones. */
export const ownCharacters: AccountDataSource = {
  name: 'characters',
  async *export({ db }, userId) {
    for (let after = ''; ; ) {
      const rows = await listCharactersOf(db, userId, after)
      for (const row of rows) yield viewExportedCharacter(row, await listWholeRevisions(db, row.id))
      const last = rows.at(-1)
      if (!last) return
      after = last.id
    }
  },
  /**
   * A character in somebody else's conversations loses all its texts, and its row stays: the conversations store its
   * name, avatar and category themselves.
   */
  async erase({ db, ids, clock }, userId) {
    await db.transaction().execute(async (trx) => {
      const inUse = await listUsedByOthers(trx, userId)
      if (inUse.length > 0) {
        const now = clock.now()
        const ownerId = await ensureFormerUserAccount(trx, { id: ids.uuid(), now })
        for (const { id, deleted_at } of inUse) {
          await eraseTexts(trx, id, { owner_id: ownerId, deleted_at: deleted_at ?? now, updated_at: now })
        }
      }
      await deleteCharactersOf(trx, userId)
      await deleteFilesOf(trx, userId)
    })
  },
}

/** The ratings an account gave. Erasing them takes them out of the characters' means. */
export const ownRatings: AccountDataSource = {
  name: 'ratings',
  async *export({ db }, userId) {
    yield* (await listRatingsOf(db, userId)).map(viewRating)
  },
  async erase({ db }, userId) {
    await db.transaction().execute((trx) => deleteRatingsOf(trx, userId))
  },
}
