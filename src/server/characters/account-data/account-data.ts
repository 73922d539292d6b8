import type { CharacterCard } from '#engine/cards/card.ts'
import { writeCardJson, writeCharx } from '#engine/cards/write-card.ts'
import type { AccountDataSource, ArchiveFile } from '#server/accounts/account-data-source.ts'
import { ensureFormerUserAccount } from '#server/accounts/settings/queries.ts'
import type { Queryable } from '#server/core/context.ts'
import { viewColumns } from '#server/core/fields-of.ts'
import { packZip } from '#server/http/write-zip.ts'
import { writeFields } from '../cards/card-fields.ts'
import { readFiles } from '../cards/card-files.ts'
import { withCurrentPictures } from '../cards/card-pictures.ts'
import { deleteFilesOf } from '../cards/queries.ts'
import { eraseTexts } from '../purge/queries.ts'
import type { CharacterRow } from '../queries.ts'
import { listWholeRevisions } from '../revisions/queries.ts'
import { viewExportedCharacter, viewWholeCharacter } from '../view.ts'
import { deleteCharactersOf, deleteRatingsOf, listRatingsOf, listUsedByOthers, readCharactersOf } from './queries.ts'

/** The characters an account wrote, including deleted ones. */
export const ownCharacters: AccountDataSource = {
  name: 'characters',
  async *export({ db }, userId) {
    for await (const row of readCharactersOf(db, userId)) {
      yield viewExportedCharacter(row, await listWholeRevisions(db, row.id))
    }
  },
  async *files({ db }, account) {
    for await (const row of readCharactersOf(db, account.id)) if (row.deleted_at === null) yield writeCharacter(db, row)
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
    for (const row of await listRatingsOf(db, userId)) {
      yield viewColumns(row, 'character_id', 'character_name', 'stars', 'updated_at')
    }
  },
  async erase({ db }, userId) {
    await db.transaction().execute((trx) => deleteRatingsOf(trx, userId))
  },
}

/** The card of a character, with the files that came with it. It has no time of this server's: the same card is the same file. */
async function writeCharacter(db: Queryable, row: CharacterRow & { card: string }): Promise<ArchiveFile> {
  const character = viewWholeCharacter(row)
  const {
    id,
    name,
    updatedAt,
    avatar: picture,
    expressions,
    background,
    contentRating,
    isPublic,
    isDefinitionPublic,
    isExportAllowed,
  } = character
  const imported = row.card === '' ? null : (JSON.parse(row.card) as CharacterCard)
  const written = writeFields(imported, character)
  written.data.modification_date = imported?.data.modification_date
  const { files: stored, avatar: pictureOfCard } = await readFiles(db, row.card_file)
  // The pictures that it does not have are files of the archive.
  const { card, files } = withCurrentPictures(character, { card: written, files: stored })
  const file =
    files.length > 0
      ? { content: await packZip(writeCharx(card, files)), extension: 'charx' }
      : { content: writeCardJson(card), extension: 'json' }
  const isPictureOfCard = picture !== '' && picture === pictureOfCard
  const shown = { picture, isPictureOfCard, contentRating, isPublic, isDefinitionPublic, isExportAllowed }
  return { ...file, kind: 'character', id, name, updatedAt, ...shown, expressions, background }
}
