import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { chatLimits } from '#shared/chat.ts'
import { type CharacterRow, findDeletedCharacter, findOwnCharacter, updateOwnCharacter } from './queries.ts'
import { assertBelowLimits } from './save-character.ts'

/** Soft delete: conversations with the character stay readable, and `restoreCharacter` undoes it until it is purged. */
export async function deleteCharacter(context: Context, author: Viewer, id: string): Promise<void> {
  const row = await findOwnCharacter(context.db, author.id, id)
  if (!row) throw notFound()
  await updateOwnCharacter(context.db, row.id, { deleted_at: context.clock.now() })
}

export async function restoreCharacter(context: Context, author: Viewer, id: string): Promise<CharacterRow> {
  return context.transact(async (trx) => {
    const row = await findDeletedCharacter(trx, author.id, id)
    if (!row) throw notFound()
    if (context.clock.now() - (row.deleted_at ?? 0) > chatLimits.undoWindow) throw new ApiError('undo_expired')
    await assertBelowLimits(context, trx, author, { isPublic: row.is_public === 1, except: id })
    await updateOwnCharacter(trx, row.id, { deleted_at: null })
    const restored = await findOwnCharacter(trx, author.id, id)
    if (!restored) throw notFound()
    return restored
  })
}
