import type { Context } from '#server/core/context.ts'
import type { SharedCharacter } from '#server/http/character-page.ts'
import { type CharacterScope, findReadableCharacter } from './queries.ts'
import { viewCharacterSummary } from './view.ts'

/** Visitors see public general characters only. */
export const visitors: CharacterScope = { userId: '', browse: ['general'], own: ['general'], available: ['general'] }

/** The character of a shared link for a visitor without an account; null for one that not everybody may see. */
export async function findSharedCharacter(context: Context, id: string): Promise<SharedCharacter | null> {
  try {
    const row = await findReadableCharacter(context.db, visitors, id)
    return row ? { ...viewCharacterSummary(row, null), description: row.description } : null
  } catch (error) {
    context.log.warn({ err: error }, 'the page of a character is sent without it')
    return null
  }
}
