import { readText } from '#engine/json-values.ts'
import { type Lorebook, lorebookText } from '#engine/lore/lorebook.ts'
import { lockAccount } from '#server/accounts/queries.ts'
import { parseLorebook } from '#server/characters/revisions/read-lorebook.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, changedElsewhere, fieldError, notFound, orNotFound } from '#server/http/api-error.ts'
import { assertClassified, screenTextInParts } from '#server/screening/screen-text.ts'
import { chatLimits } from '#shared/chat.ts'
import { lorebookLimits } from '#shared/lorebooks.ts'
import {
  findDeletedLorebook,
  insertLorebook,
  type LorebookRow,
  readLorebooks,
  sumLorebooks,
  updateLorebook,
} from './queries.ts'

/** Creates a lorebook of a file. Its name is the given one, or that in the file. */
export async function createLorebook(
  context: Context,
  owner: Viewer,
  { lorebook, name }: { lorebook: string; name?: string },
): Promise<LorebookRow> {
  const book = parseLorebook(lorebook)
  const written = (name ?? readText(book.name).trim().slice(0, lorebookLimits.name)) || 'Lorebook'
  const columns = await toColumns(context, owner, { ...book, name: written })
  const now = context.clock.now()
  const row = {
    id: context.ids.uuid(),
    owner_id: owner.id,
    ...columns,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await context.transact(async (trx) => {
    await assertBelowLimits(context, trx, owner, row)
    await insertLorebook(trx, row)
  })
  return row
}

/** With `basedOn`, throws `changed_elsewhere` when the lorebook has been saved since then. */
export async function changeLorebook(
  context: Context,
  owner: Viewer,
  id: string,
  { lorebook, name, basedOn }: { lorebook: string; name: string; basedOn?: number },
): Promise<LorebookRow> {
  const before = await getLorebook(context.db, owner, id)
  if (basedOn !== undefined && before.updated_at !== basedOn) throw changedElsewhere()
  const columns = await toColumns(context, owner, { ...parseLorebook(lorebook), name })
  // Two versions never have the same time.
  const row = { ...before, ...columns, updated_at: Math.max(context.clock.now(), before.updated_at + 1) }
  const isSaved = await context.transact(async (trx) => {
    await assertBelowLimits(context, trx, owner, row)
    return updateLorebook(trx, { ownerId: owner.id, id, basedOn }, { ...columns, updated_at: row.updated_at })
  })
  if (!isSaved) throw changedElsewhere()
  return row
}

export async function getLorebook(db: Queryable, owner: Viewer, id: string): Promise<LorebookRow> {
  const [row] = await readLorebooks(db, owner.id, [id])
  if (!row) throw notFound()
  return row
}

/** Soft delete: `restoreLorebook` undoes it until it is purged, and where it was used it is used again. */
export async function deleteLorebook({ db, clock }: Context, owner: Viewer, id: string): Promise<void> {
  const { id: own } = await getLorebook(db, owner, id)
  await updateLorebook(db, { ownerId: owner.id, id: own }, { deleted_at: clock.now() })
}

export async function restoreLorebook(context: Context, owner: Viewer, id: string): Promise<LorebookRow> {
  return context.transact(async (trx) => {
    const row = orNotFound(await findDeletedLorebook(trx, owner.id, id))
    if (context.clock.now() - (row.deleted_at ?? 0) > chatLimits.undoWindow) throw new ApiError('undo_expired')
    await assertBelowLimits(context, trx, owner, row)
    await updateLorebook(trx, { ownerId: owner.id, id }, { deleted_at: null })
    return row
  })
}

async function toColumns(context: Context, author: Viewer, book: Lorebook & { name: string }) {
  await screenLorebook(context, author, lorebookText(book))
  return { name: book.name, entry_count: book.entries.length, book: JSON.stringify(book) }
}

/**
 * Throws for a lorebook that the policy or the classifier does not let pass. It can be used in any chat, also in an explicit
 * one, so it may not present anybody as a minor.
 */
async function screenLorebook(context: Context, author: Viewer, text: string): Promise<void> {
  const screened = { surface: 'character', kind: 'lorebook', text, author, field: 'lorebook' } as const
  await screenTextInParts(context, screened)
  const { safety } = context
  if (await safety.presentsMinor(text)) {
    throw fieldError(
      'lorebook',
      'Your own lorebooks can be used in every chat, so they cannot describe anybody under 18. Put such entries into the lorebook of a character for everyone.',
    )
  }
  await assertClassified(context, screened)
}

async function assertBelowLimits(
  { dialect }: Context,
  trx: Queryable,
  owner: Viewer,
  { id, book }: Pick<LorebookRow, 'id' | 'book'>,
): Promise<void> {
  await lockAccount(trx, dialect, owner.id)
  const { count, bytes } = await sumLorebooks(trx, owner.id, id)
  const { perAccount, bytesPerAccount } = lorebookLimits
  const problem =
    count >= perAccount
      ? `An account can have ${perAccount} lorebooks. Delete one that you no longer need.`
      : bytes + Buffer.byteLength(book) > bytesPerAccount
        ? `An account can have ${bytesPerAccount / 1_000_000} MB of lorebooks. Delete one that you no longer need.`
        : null
  if (problem) throw fieldError('lorebook', problem)
}
