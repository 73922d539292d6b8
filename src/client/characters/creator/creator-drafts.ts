import { CharacterFields } from '#shared/characters.ts'
import { blankCharacter } from './creator-values.ts'
import { type Template, templates } from './templates.ts'

/** A character as it stands in the form, not yet saved. */
export interface CreatorDraft {
  values: CharacterFields
  /** The template that is marked. */
  template: Template['id'] | null
}

/**
 * What was written and not yet saved, kept in this browser for each character (and one for someone new), so that a
 * reload loses nothing.
 */
export interface CreatorDrafts {
  read(characterId: string | null): CreatorDraft | null
  /** Says whether it could be kept: storage may be full or forbidden. */
  keep(characterId: string | null, draft: CreatorDraft): boolean
  drop(characterId: string | null): void
}

/** `owner` keeps the drafts of two accounts in one browser apart. */
export function createCreatorDrafts(storage: () => Storage, owner: string): CreatorDrafts {
  const key = (characterId: string | null) => `creator-draft:${owner}:${characterId ?? 'new'}`
  return {
    read(characterId) {
      try {
        return readDraft(JSON.parse(storage().getItem(key(characterId)) ?? 'null'))
      } catch {
        return null
      }
    },
    keep(characterId, draft) {
      try {
        storage().setItem(key(characterId), JSON.stringify(draft))
        return true
      } catch {
        return false
      }
    },
    drop(characterId) {
      try {
        storage().removeItem(key(characterId))
      } catch {
        // What cannot be reached was not kept either.
      }
    },
  }
}

/** What an older form kept may lack fields, or hold what is no longer offered: those are as on a blank page. */
function readDraft(stored: unknown): CreatorDraft | null {
  const kept = (stored ?? {}) as { values?: Record<string, unknown> | null; template?: unknown }
  const { values } = kept
  if (typeof values !== 'object' || values === null) return null
  const fields = Object.entries(blankCharacter).map(([name, blank]) => {
    const value = values[name]
    return [name, fits(name as keyof CharacterFields, value, blank) ? value : blank]
  })
  return {
    values: Object.fromEntries(fields) as CharacterFields,
    template: templates.find(({ id }) => id === kept.template)?.id ?? null,
  }
}

/** Texts may stand half finished; a choice must be one that is offered. */
function fits(name: keyof CharacterFields, value: unknown, blank: unknown): boolean {
  return blank === '' ? typeof value === 'string' : CharacterFields.shape[name].safeParse(value).success
}

export function sameValues(one: CharacterFields, other: CharacterFields): boolean {
  return Object.entries(one).every(([name, value]) => other[name as keyof CharacterFields] === value)
}
