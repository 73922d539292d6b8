import type { Context } from '#server/core/context.ts'
import { chatLimits } from '#shared/chat.ts'
import { purgeFiles } from '../cards/card-files.ts'
import { deleteUnused, eraseTexts, listUnerased } from './queries.ts'

/** Rows a statement: few enough that other writes are not delayed. */
const batch = 100

/**
 * Purges the characters whose undo window is over. A character with conversations keeps its row without texts: the
 * conversations store its name, avatar and category themselves. Returns the number of purged characters.
 */
export async function purgeCharacters(context: Context): Promise<number> {
  const { clock, db, transact, log } = context
  const now = clock.now()
  const before = now - chatLimits.undoWindow
  let purged = 0
  for (let count = batch; count === batch; purged += count) count = await deleteUnused(db, before, batch)
  for (let ids = await listUnerased(db, before, batch); ids.length > 0; ids = await listUnerased(db, before, batch)) {
    await transact(async (trx) => {
      for (const id of ids) await eraseTexts(trx, id, { updated_at: now })
    })
    purged += ids.length
  }
  await purgeFiles(context)
  if (purged > 0) log.info({ characters: purged }, 'purged characters')
  return purged
}
