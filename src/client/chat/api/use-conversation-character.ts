import { useCharacter } from '#client/characters/api.ts'
import { hueOf } from '#shared/category-hues.ts'
import type { Character } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import type { Faces } from '#shared/expressions.ts'

/** The character of a conversation: by the name it has there, and otherwise as it is now while the user has access to it. */
export interface ConversationCharacter {
  id: string
  name: string
  avatar: string
  category: string
  hue: number
  /** Its own pictures of its expressions. */
  expressions?: Faces['expressions']
  /** Null while it loads, and when the character was deleted or is out of reach. */
  current: Character | null
}

export function useConversationCharacter(characterId: string, conversation: Conversation | null) {
  const query = useCharacter(characterId)
  return { character: conversationCharacter(query.data ?? null, conversation), query }
}

function conversationCharacter(
  current: Character | null,
  conversation: Conversation | null,
): ConversationCharacter | null {
  if (current) {
    const { id, avatar, category, expressions } = current
    const name = conversation?.characterName ?? current.name
    return { id, name, avatar, category, hue: hueOf(category), expressions, current }
  }
  if (!conversation) return null
  const { characterId: id, characterName: name, characterAvatar: avatar, characterCategory: category } = conversation
  return { id, name, avatar, category, hue: hueOf(category), current: null }
}
