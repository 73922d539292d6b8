import { useCharacter } from '#client/characters/api.ts'
import { hueOf } from '#client/characters/hue.ts'
import type { Character } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'

/** Who stands on stage: the character as it is now, or as the conversation remembers it. */
export interface Cast {
  id: string
  name: string
  avatar: string
  category: string
  hue: number
  /** Null while it loads, and when the character is gone or out of reach. */
  character: Character | null
}

export function useCast(characterId: string, conversation: Conversation | null) {
  const query = useCharacter(characterId)
  const character = query.data ?? null
  return { cast: castOf(character, conversation), query }
}

function castOf(character: Character | null, conversation: Conversation | null): Cast | null {
  if (character) {
    const { id, name, avatar, category } = character
    return { id, name, avatar, category, hue: hueOf(category), character }
  }
  if (!conversation) return null
  const { characterId: id, characterName: name, characterAvatar: avatar, characterCategory: category } = conversation
  return { id, name, avatar, category, hue: hueOf(category), character: null }
}
