import { excerpt } from '#engine/prose/plain-text.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { characterLimits } from '#shared/character-terms.ts'
import { authorOnlyFields, type Character, CharacterSummary, OwnCharacter } from '#shared/characters.ts'
import { entitlements } from '#shared/entitlements.ts'
import type { CharacterRow, CharacterSummaryRow } from './queries.ts'
import { readRevision } from './revisions/revision.ts'

/** A character on a list. A card has two lines for each of its texts. */
export function viewCharacterSummary(row: CharacterSummaryRow, viewerId: string | null): CharacterSummary {
  return {
    ...fieldsOf(CharacterSummary, row),
    description: shortText(row.description),
    userRole: shortText(row.user_role),
    rating: meanRating(row),
    createdBy: row.owner_name,
    isMine: row.owner_id === viewerId,
  }
}

const shortText = (text: string) =>
  text.length <= characterLimits.listed ? text : excerpt(text, characterLimits.listed - 1)

/** A character for its author: every field that the account may use. */
export function viewOwnCharacter(row: CharacterRow, author: Viewer): OwnCharacter {
  const whole = viewWholeCharacter(row)
  return entitlements[author.account_type].explicitFields ? whole : { ...whole, kinks: '' }
}

/** Every field. */
export function viewWholeCharacter(row: CharacterRow): OwnCharacter {
  return { ...fieldsOf(OwnCharacter, row), rating: meanRating(row), createdBy: row.owner_name, isMine: true }
}

/** A character for another reader. */
export function viewCharacter(row: CharacterRow, viewerId: string): Character {
  const character: Character = { ...viewWholeCharacter(row), isMine: row.owner_id === viewerId }
  if (character.isDefinitionPublic) return character
  for (const field of authorOnlyFields) delete character[field]
  return character
}

/** A character in its author's data export. */
export function viewExportedCharacter(
  row: CharacterRow & { card: string },
  revisions: { card: string; lorebook: string | null; created_at: number }[],
) {
  const card: unknown = row.card === '' ? null : JSON.parse(row.card)
  return {
    ...viewWholeCharacter(row),
    deletedAt: row.deleted_at,
    card,
    revisions: revisions.map((revision) => ({
      createdAt: revision.created_at,
      fields: readRevision(revision),
      // JSON of that of this revision and of those before it.
      ...(revision.lorebook !== null && { lorebook: revision.lorebook }),
    })),
  }
}

function meanRating({ rating_count, rating_sum }: { rating_count: number; rating_sum: number }): number | null {
  return rating_count > 0 ? rating_sum / rating_count : null
}
