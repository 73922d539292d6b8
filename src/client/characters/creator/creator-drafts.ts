import type { z } from 'zod'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { asRecord } from '#engine/json-values.ts'
import { CardPreview } from '#shared/character-cards.ts'
import { fieldText } from '#shared/character-revisions.ts'
import { blankFields, CharacterFields } from '#shared/characters.ts'
import { unchosenRating } from './creator-values.ts'
import { type Template, templates } from './templates.ts'

const ImportedCard = CardPreview.omit({ fields: true, icon: true })
/** The card that a new character comes from. */
export type ImportedCard = z.infer<typeof ImportedCard>

/** Where the values of the form come from. */
export interface FormSource {
  template: Template['id'] | null
  /** The card from which a new character was imported. */
  imported?: ImportedCard
  /** The earlier version that was restored. Its lorebook comes back with the next save. */
  lorebookOf?: string
}

export interface CreatorDraft extends FormSource {
  values: CharacterFields
  /** When the character that was changed had been saved; missing in older drafts. */
  updatedAt?: number
}

/**
 * The drafts of one account: one for each character and one for a new one, so that a reload loses no unsaved work. `owner` is
 * the user's id, since accounts may share a browser.
 */
export function createCreatorDrafts(storage: () => Storage, owner: string) {
  const key = (characterId: string | null) => `creator-draft:${owner}:${characterId ?? 'new'}`
  return {
    read: (characterId: string | null): CreatorDraft | null =>
      tryOrNull(() => readDraft(JSON.parse(storage().getItem(key(characterId)) ?? 'null'))),
    /** Returns whether the draft was saved. Storage may be full or blocked. */
    save: (characterId: string | null, draft: CreatorDraft): boolean =>
      tryOrNull(() => {
        storage().setItem(key(characterId), JSON.stringify(draft))
        return true
      }) ?? false,
    delete: (characterId: string | null): void => void tryOrNull(() => storage().removeItem(key(characterId))),
  }
}

/** Validates a stored draft. Fields that are missing or no longer valid, as in older drafts, get their default. */
function readDraft(stored: unknown): CreatorDraft | null {
  const draft = asRecord(stored)
  if (typeof draft.values !== 'object' || draft.values === null) return null
  const values = asRecord(draft.values)
  const fields = Object.entries(blankFields).map(([name, defaultValue]) => {
    const value = values[name]
    return [name, isValid(name as keyof CharacterFields, value, defaultValue) ? value : defaultValue]
  })
  return {
    values: Object.fromEntries(fields) as CharacterFields,
    template: templates.find(({ id }) => id === draft.template)?.id ?? null,
    updatedAt: typeof draft.updatedAt === 'number' ? draft.updatedAt : undefined,
    imported: ImportedCard.safeParse(draft.imported).data,
    lorebookOf: typeof draft.lorebookOf === 'string' ? draft.lorebookOf : undefined,
  }
}

/** Texts may be incomplete. Other fields must be valid. */
function isValid(name: keyof CharacterFields, value: unknown, defaultValue: unknown): boolean {
  if (name === 'contentRating' && value === unchosenRating) return true
  if (Array.isArray(defaultValue)) return Array.isArray(value) && value.every((text) => typeof text === 'string')
  return defaultValue === '' ? typeof value === 'string' : CharacterFields.shape[name].safeParse(value).success
}

export function hasSameValues(a: CharacterFields, b: CharacterFields): boolean {
  return Object.entries(a).every(([name, value]) => fieldText(b[name as keyof CharacterFields]) === fieldText(value))
}
