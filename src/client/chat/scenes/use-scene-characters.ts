import { useMemo } from 'react'
import { hueOf } from '#shared/category-hues.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** The character that says a message: the conversation's own, or another one of its scene. */
export function useSpeakerOf(own: ConversationCharacter): (message: ConversationMessage) => ConversationCharacter {
  const participants = useConversationState(({ scene }) => scene?.participants)
  const others = useMemo(
    () =>
      new Map(
        participants?.map(({ characterId: id, name, avatar, category, expressions }) => [
          id,
          { id, name, avatar, category, hue: hueOf(category), expressions, current: null },
        ]),
      ),
    [participants],
  )
  return ({ speakerId }) => (speakerId === null || speakerId === own.id ? own : (others.get(speakerId) ?? own))
}

/** The characters that are present, without the conversation's own. */
export function useOtherCharacters(): { id: string; name: string }[] {
  const scene = useConversationState((state) => state.scene)
  const ownId = useConversationState((state) => state.characterId)
  return useMemo(
    () =>
      (scene?.participants ?? [])
        .filter(({ present, characterId }) => present && characterId !== ownId)
        .map(({ characterId, name }) => ({ id: characterId, name })),
    [scene, ownId],
  )
}
