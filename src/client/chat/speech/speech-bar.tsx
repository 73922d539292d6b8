import { Pause, Play, Square, Volume2 } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand/react'
import { Button } from '#client/ui/button.tsx'
import { dialogStore } from '#client/ui/dialogs.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { callDialog } from '../dialogs.ts'
import { useReadingSettings } from '../reading/reading-settings.ts'
import { controlSpeech, useSpeech } from './speech-state.ts'
import { useCanSpeak } from './voices.ts'

const ReadNewReplies = lazyPart(async () => (await import('./read-new-replies.tsx')).ReadNewReplies)
const SpokenMark = lazyPart(async () => (await import('./spoken-mark.tsx')).SpokenMark)

/** Pauses and stops what is read aloud, and reads new replies if the user wants it, as in every call. */
export function SpeechBar({ characterId }: { characterId: string }) {
  const isInCall = useStore(dialogStore, () => callDialog.isOpen())
  const isNarrated = useReadingSettings((settings) => settings.narrate)
  const canSpeak = useCanSpeak()
  const isReading = useSpeech(({ key }) => key !== null)
  const isPaused = useSpeech((state) => state.isPaused)
  useEffect(() => () => void controlSpeech('stop'), [])
  useEffect(() => (isReading ? stopOnEscape() : undefined), [isReading])
  return (
    <>
      {canSpeak && (isNarrated || isInCall) && <ReadNewReplies characterId={characterId} />}
      {isReading && (
        <>
          <SpokenMark />
          <div className="relative mx-auto flex w-full max-w-[820px] items-center gap-1 px-4 text-ink-soft text-sm sm:px-[26px]">
            <Volume2 aria-hidden size={16} />
            <span className="mr-auto">{isPaused ? 'Reading paused' : 'Reading aloud'}</span>
            <Button
              variant="quiet"
              className="!px-3 !text-sm"
              onClick={() => controlSpeech(isPaused ? 'resume' : 'pause')}
            >
              {isPaused ? <Play aria-hidden size={15} /> : <Pause aria-hidden size={15} />}
              {isPaused ? 'Continue' : 'Pause'}
            </Button>
            <Button variant="quiet" className="!px-3 !text-sm" onClick={() => controlSpeech('stop')}>
              <Square aria-hidden size={14} />
              Stop reading
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** One press stops it, whatever is open: it comes before the dialogs and menus that close on Escape. */
function stopOnEscape(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !controlSpeech('stop')) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
}
