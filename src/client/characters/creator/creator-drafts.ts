import { tryOrNull } from '#client/lib/try-or-null.ts'
import type { CardPreview } from '#shared/character-cards.ts'
import { fieldText } from '#shared/character-revisions.ts'
import { blankFields, type CharacterFields } from '#shared/characters.ts'
import type { Template } from './templates.ts'

/** The card that a new character comes from. */
export type ImportedCard = Omit<CardPreview, 'fields' | 'icon'>

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
  /** When the character that was changed had been saved. A card that was imported is new. */
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
      tryOrNull(() => {
        const draft: CreatorDraft | null = JSON.parse(storage().getItem(key(characterId)) ?? 'null')
        // The form may have got more fields since.
        return draft && { ...draft, values: { ...blankFields, ...draft.values } }
      }),
    /** Returns whether the draft was saved. Storage may be full or blocked. */
    save: (characterId: string | null, draft: CreatorDraft): boolean =>
      tryOrNull(() => {
        storage().setItem(key(characterId), JSON.stringify(draft))
        return true
      }) ?? false,
    delete: (characterId: string | null): void => void tryOrNull(() => storage().removeItem(key(characterId))),
  }
}

export function hasSameValues(a: CharacterFields, b: CharacterFields): boolean {
  return Object.entries(a).every(([name, value]) => fieldText(b[name as keyof CharacterFields]) === fieldText(value))
}
