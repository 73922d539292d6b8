import './stage.css'
import type { ConversationCharacter } from '#client/chat/api/use-conversation-character.ts'
import type { ConversationMessage } from '#client/chat/store/messages.ts'
import { displayableSrc } from '#shared/image-src.ts'
import { useFace, useSpeakerFace } from './use-face.ts'

/** The character that spoke last, as a large picture above the transcript. It keeps its expression while it writes. */
export function Stage({ character }: { character: ConversationCharacter }) {
  const { speaker, expression } = useSpeakerFace(character)
  return <Picture key={speaker.id} speaker={speaker} expression={expression} />
}

type PictureProps = Pick<ConversationMessage, 'expression'> & { speaker: ConversationCharacter }

function Picture({ speaker, expression = 'neutral' }: PictureProps) {
  const { name, hue } = speaker
  const { src, before } = useFace(speaker, expression)
  if (displayableSrc(src) === '') return null
  return (
    <div className="stage poster" style={{ ['--hue' as string]: hue }}>
      {before !== '' && <img src={before} alt="" />}
      <img
        key={src}
        src={src}
        alt={expression === 'neutral' ? name : `${name}, expression: ${expression}`}
        className={before === '' ? undefined : 'animate-fade-in'}
      />
    </div>
  )
}
