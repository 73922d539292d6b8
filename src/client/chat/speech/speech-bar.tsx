import { Pause, Play, Square, Volume2 } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { useReadingSettings } from '../reading/reading-settings.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { speaker, useSpeaker, useVoices } from './browser-speaker.ts'

const ReadNewReplies = lazyPart(async () => (await import('./read-new-replies.tsx')).ReadNewReplies)

interface SpeechBarProps {
  store: ConversationStore
  characterId: string
}

/** Pauses and stops what is read aloud, and reads new replies if the user wants it. */
export function SpeechBar({ store, characterId }: SpeechBarProps) {
  const hasVoices = useVoices().length > 0
  const isNarrated = useReadingSettings((settings) => settings.narrate) && hasVoices
  const isReading = useSpeaker(({ key }) => key !== null)
  const isPaused = useSpeaker((state) => state.isPaused)
  useEffect(() => () => speaker.stop(), [])
  return (
    <>
      {isNarrated && <ReadNewReplies store={store} characterId={characterId} />}
      {isReading && (
        <div className="relative mx-auto flex w-full max-w-[820px] items-center gap-1 px-4 text-ink-soft text-sm sm:px-[26px]">
          <Volume2 aria-hidden size={16} />
          <span className="mr-auto">{isPaused ? 'Reading paused' : 'Reading aloud'}</span>
          <Button
            variant="quiet"
            className="!px-3 !text-sm"
            onClick={() => (isPaused ? speaker.resume() : speaker.pause())}
          >
            {isPaused ? <Play aria-hidden size={15} /> : <Pause aria-hidden size={15} />}
            {isPaused ? 'Continue' : 'Pause'}
          </Button>
          <Button variant="quiet" className="!px-3 !text-sm" onClick={() => speaker.stop()}>
            <Square aria-hidden size={14} />
            Stop reading
          </Button>
        </div>
      )}
    </>
  )
}
