import { hash } from 'node:crypto'
import type { Lorebook } from '#engine/lore/lorebook.ts'
import type { Ids } from '#server/core/ids.ts'
import { blankFields, type CharacterFields, characterFieldNames } from '#shared/characters.ts'
import { contentRatings } from '#shared/entitlements.ts'
import { toColumns, toFields } from '../character-columns.ts'
import type { CharacterRow, KeptRevision, NewRevision } from '../queries.ts'

/** Everything an author writes. Who sees the character, and who may export it, is decided for all revisions at once. */
export type RevisionFields = Omit<CharacterFields, 'isPublic' | 'isExportAllowed'>
const names = characterFieldNames.filter((name) => name !== 'isPublic' && name !== 'isExportAllowed')
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A revision with these fields. `before`: the fields it changes; null for the first one. */
export function createRevision(
  ids: Ids,
  {
    characterId,
    fields,
    book = null,
    before,
    now,
  }: {
    characterId: string
    fields: RevisionFields
    book?: Lorebook | null
    before: (RevisionFields & { book?: Lorebook | null }) | null
    now: number
  },
): NewRevision {
  // A field at its default is left out, so that a field that is added later does not change the hash.
  const written = names.filter((name) => !isSame(fields[name], blankFields[name]))
  const card = JSON.stringify(Object.fromEntries(written.map((name) => [name, fields[name]])))
  const changed: string[] = before ? names.filter((name) => !isSame(fields[name], before[name])) : []
  if (before && !isSame(book, before.book ?? null)) changed.push('lorebook')
  return {
    id: ids.uuid(),
    character_id: characterId,
    hash: hash('sha256', book ? `${card}\n${JSON.stringify(book)}` : card),
    card,
    changed: JSON.stringify(changed),
    created_at: now,
  }
}

export function readRevision({ card }: { card: string }): RevisionFields {
  return { ...blankFields, ...(JSON.parse(card) as Partial<RevisionFields>) }
}

/**
 * A character as a conversation keeps it. Who may chat with it, and up to which rating, is decided by the current one: the
 * rating is the lower of both, and its definition is public if it is in both. Its pictures are the current ones: its author may
 * have deleted the others.
 */
export function withKeptRevision<Row extends CharacterRow>({
  kept_id,
  kept_card,
  ...current
}: Row & KeptRevision): Omit<Row, keyof KeptRevision> {
  if (!kept_id || !kept_card) return current
  const kept = readRevision({ card: kept_card })
  const lower = (field: 'contentRating' | 'maxChatRating', rating: CharacterFields['contentRating']) =>
    contentRatings[Math.min(contentRatings.indexOf(kept[field]), contentRatings.indexOf(rating))] ?? rating
  const { avatar, expressions, background } = toFields(current)
  const contentRating = lower('contentRating', current.content_rating)
  const fields = {
    ...kept,
    ...{ avatar, expressions, background },
    contentRating,
    maxChatRating: lower('maxChatRating', current.max_chat_rating),
    kinks: contentRating === 'general' ? '' : kept.kinks,
    isPublic: current.is_public === 1,
    isDefinitionPublic: kept.isDefinitionPublic && current.is_definition_public === 1,
    isExportAllowed: current.is_export_allowed === 1,
  }
  // It can have a lorebook that the current one has not.
  return { ...current, ...toColumns(fields), has_lorebook: 1, revision_id: kept_id }
}
