import type { Lorebook } from '#engine/lore/lorebook.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { findCharacterBook } from '#server/characters/revisions/read-lorebook.ts'
import type { Queryable } from '#server/core/context.ts'
import { parseIds } from './attach-lorebooks.ts'
import { readLorebooks } from './queries.ts'

interface LoreSources {
  character: CharacterRow
  userId: string
  /** `lorebooks` of the conversation and of the player's persona. */
  attached: readonly (string | null)[]
}

/** A lorebook of a prompt, and whether the player may not see what it has. */
export interface UsedLorebook {
  book: Lorebook
  isHidden: boolean
}

/**
 * The lorebooks of a prompt: that of the character that speaks, then those of the conversation and of the persona. Runs no
 * statement where there is none.
 */
export async function findLorebooks(
  db: Queryable,
  { character, userId, attached }: LoreSources,
): Promise<UsedLorebook[]> {
  const own = await findCharacterBook(db, character)
  const ids = [...new Set(attached.flatMap(parseIds))]
  const rows = await readLorebooks(db, userId, ids)
  const isHidden = character.owner_id !== userId && character.is_definition_public === 0
  return [
    ...(own ? [{ book: own, isHidden }] : []),
    ...rows.map(({ book }) => ({ book: JSON.parse(book) as Lorebook, isHidden: false })),
  ]
}
