import { setImmediate } from 'node:timers/promises'
import type { ArchivedFile, CardFile } from '#engine/cards/card.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import { packZip } from '#server/http/write-zip.ts'
import { cardLimits } from '#shared/character-cards.ts'
import { deleteUnusedFiles, findFiles, insertFiles, markUsed, sumCards } from './queries.ts'

/** How long files wait for their character to be saved, in milliseconds. */
const waitingLifetime = 24 * 60 * 60 * 1000

/** Stores the files of a card that is imported, until its character is saved. Null if the account has too many. */
export async function storeFiles(
  { db, ids, clock }: Context,
  ownerId: string,
  files: readonly CardFile[],
): Promise<string | null> {
  const archive = await packZip(files)
  if ((await sumCards(db, ownerId)) + archive.length > cardLimits.perAccount) return null
  const id = ids.uuid()
  await insertFiles(db, { id, owner_id: ownerId, archive, bytes: archive.length, created_at: clock.now() })
  return id
}

/** Files for a new character that were stored for its author. */
export async function takeFiles(db: Queryable, owned: { id: string; ownerId: string; avatar: string }) {
  if (await markUsed(db, owned)) return
  throw fieldError('cardFile', 'The files of this card are no longer here. Import the card again.')
}

/** The files that came with the card of a character, and the picture that it had then. */
export async function readFiles(db: Queryable, id: string): Promise<{ files: CardFile[]; avatar: string | null }> {
  const row = id === '' ? undefined : await findFiles(db, id)
  if (!row) return { files: [], avatar: null }
  const files: CardFile[] = []
  for (const { path, read } of await openArchive(row.archive)) files.push({ path, bytes: await read() })
  return { files, avatar: row.avatar }
}

/** The files of an archive. The ZIP library takes 10 MB, so it is loaded with the first archive. */
export async function openArchive(archive: Uint8Array): Promise<ArchivedFile[]> {
  const { openZip } = await import('#shared/open-zip.ts')
  const files = await openZip(archive)
  return files.map((file) => ({
    ...file,
    async read() {
      // Other requests are answered between two files.
      await setImmediate()
      return file.read()
    },
  }))
}

/** Deletes files that no character has and that no save waits for. Returns how many. */
export const purgeFiles = ({ db, clock }: Context): Promise<number> =>
  deleteUnusedFiles(db, clock.now() - waitingLifetime)
