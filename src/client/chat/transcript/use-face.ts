import { useEffect, useState } from 'react'
import type { ConversationCharacter } from '#client/chat/api/use-conversation-character.ts'
import { useReadingSettings } from '#client/chat/reading/reading-settings.ts'
import { useSpeakerOf } from '#client/chat/scenes/use-scene-characters.ts'
import type { ConversationMessage } from '#client/chat/store/messages.ts'
import { useConversationState } from '#client/chat/store/use-conversation.ts'
import { faceOf } from '#shared/expressions.ts'

/**
 * The `src` of the character's picture in a message, and of the one before it that it fades in over. A picture that has changed
 * is shown once it is loaded.
 */
export function useFace(character: ConversationCharacter, expression: ConversationMessage['expression']) {
  const isShown = useReadingSettings(({ faces }) => faces !== 'off')
  const { avatar, expressions } = character
  const wanted = isShown ? faceOf({ avatar, expressions }, expression) : avatar
  const [shown, setShown] = useState({ src: wanted, before: '' })
  useEffect(() => {
    if (wanted === shown.src) return
    let isCurrent = true
    const image = new Image()
    image.src = wanted
    const show = () => isCurrent && setShown({ src: wanted, before: shown.src })
    // Without it, the picture before stays.
    image.decode().then(show, () => {})
    return () => {
      isCurrent = false
    }
  }, [wanted, shown.src])
  return shown
}

const isSaid = ({ role, status, content }: ConversationMessage) =>
  role === 'character' && status !== 'streaming' && content !== ''

/** The character that says the message `key`, or else spoke last. It keeps its expression while it writes. */
export function useSpeakerFace(character: ConversationCharacter, key: string | null = null) {
  const speakerOf = useSpeakerOf(character)
  const shown = useConversationState(
    ({ messages }) => messages.find((one) => one.key === key && one.role === 'character') ?? messages.findLast(isSaid),
  )
  const expression = useConversationState(
    ({ messages }) => messages.findLast((one) => isSaid(one) && one.speakerId === shown?.speakerId)?.expression,
  )
  return { speaker: shown ? speakerOf(shown) : character, expression }
}
