import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { ensureFormerUserAccount } from '#server/accounts/settings/queries.ts'
import { viewExportedCharacter, viewRating } from '../view.ts'
import { deleteRatings, handOver, listAll, listOthersTalkWith, listRatings, removeAll } from './queries.ts'

/** The characters an account wrote, those it deleted included. */
export const ownCharacters: AccountDataSource = {
  name: 'characters',
  async *export({ db }, userId) {
    for (let after = ''; ; ) {
      const rows = await listAll(db, userId, after)
      yield* rows.map(viewExportedCharacter)
      const last = rows.at(-1)
      if (!last) return
      after = last.id
    }
  },
  /**
   * Where someone else holds a conversation with a character, its name, face and category stay, so that the
   * conversation can still be read; what the author wrote into it goes with the author.
   */
  async erase({ db, ids, clock }, userId) {
    await db.transaction().execute(async (trx) => {
      const needed = await listOthersTalkWith(trx, userId)
      if (needed.length > 0) {
        const now = clock.now()
        const ownerId = await ensureFormerUserAccount(trx, { id: ids.uuid(), now })
        for (const character of needed) await handOver(trx, character, { ownerId, now })
      }
      await removeAll(trx, userId)
    })
  },
}

/** The stars an account gave. Taken away, they no longer count. */
export const ownRatings: AccountDataSource = {
  name: 'ratings',
  async *export({ db }, userId) {
    yield* (await listRatings(db, userId)).map(viewRating)
  },
  async erase({ db }, userId) {
    await db.transaction().execute((trx) => deleteRatings(trx, userId))
  },
}
