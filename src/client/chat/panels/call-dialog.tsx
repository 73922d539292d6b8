import { Mic } from 'lucide-react'
import { useState } from 'react'
import type { ConversationCharacter } from '#client/chat/api/use-conversation-character.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Overlay } from '#client/ui/overlay.tsx'
import { changeReadingSettings, getReadingSettings } from '../reading/reading-settings.ts'
import { useCanTranscribe } from '../speech/dictation.ts'
import { recognitionNote, transcriptionNote } from '../speech/start-dictation.ts'
import { CallHead, CallView } from './call-view.tsx'

/** A call with the character, over the whole window. What is said becomes messages of the conversation. */
export function CallDialog({ character }: { character: ConversationCharacter }) {
  const [isAllowed, setAllowed] = useState(() => getReadingSettings().knowsDictation)
  const [calls, setCalls] = useState(1)
  const allow = () => {
    changeReadingSettings({ knowsDictation: true })
    setAllowed(true)
  }
  return (
    <Overlay
      onInteractOutside={(event) => event.preventDefault()}
      className="fixed inset-0 z-50 flex animate-fade-in flex-col items-center overflow-y-auto bg-paper px-5 pt-[max(min(2rem,4dvh),env(safe-area-inset-top))] pb-(--call-bottom) [--call-bottom:max(min(1.5rem,3dvh),env(safe-area-inset-bottom))] text-center text-ink outline-none"
    >
      {isAllowed ? (
        <CallView key={calls} character={character} onAgain={() => setCalls(calls + 1)} />
      ) : (
        <BeforeCall character={character} onStart={allow} />
      )}
    </Overlay>
  )
}

/** Says, before the first call, where the user's voice goes. */
function BeforeCall({ character, onStart }: { character: ConversationCharacter; onStart: () => void }) {
  const close = useClose()
  const canTranscribe = useCanTranscribe()
  return (
    <>
      <CallHead speaker={character} look="quiet" words="An AI character" />
      <div className="max-w-[34rem] text-pretty text-ink-soft">
        <p>Speak with {character.name} as on the phone. What you say becomes messages of this conversation.</p>
        <p className="mt-3 text-sm">{canTranscribe ? transcriptionNote : recognitionNote}</p>
      </div>
      <div className="mt-auto flex flex-wrap justify-center gap-3 pt-8 sm:mt-0">
        <Button variant="outline" size="lg" onClick={close}>
          Cancel
        </Button>
        <Button size="lg" icon={Mic} onClick={onStart}>
          Start the call
        </Button>
      </div>
    </>
  )
}
