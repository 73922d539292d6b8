import { type RefObject, useEffect, useRef, useState } from 'react'
import { hasPageFocus } from '#client/lib/page-focus.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { useCommandContext } from '../commands/use-commands.ts'
import { Composer, stop } from '../composer/composer.tsx'
import { QuickReplyBar } from '../quick-replies/quick-reply-bar.tsx'
import { useReadingSettings } from '../reading/reading-settings.ts'
import { SceneStrip } from '../scenes/scene-strip.tsx'
import { SpeechBar } from '../speech/speech-bar.tsx'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { Announcer } from '../transcript/announcer.tsx'
import { Transcript } from '../transcript/transcript.tsx'
import { AiReminder, LaterNotice, PlayerNameQuestion, PreviousConversationLink, UpdateNotice } from './notices.tsx'

const Stage = lazyPart(async () => (await import('../transcript/stage.tsx')).Stage)

interface ConversationBodyProps {
  character: ConversationCharacter
  onOpenConversations: () => void
}

export function ConversationBody({ character, onOpenConversations }: ConversationBodyProps) {
  const store = useConversationStore()
  const isScene = useConversationState(({ scene }) => scene !== null)
  const isCreating = useConversationState((state) => state.phase === 'creating')
  const isUnavailable = useConversationState((state) => state.conversation?.characterAvailable === false)
  const hasStage = useReadingSettings(({ faces }) => faces === 'stage')
  const input = useRef<HTMLTextAreaElement>(null)
  useEscape(input)
  useInitialFocus(input, !isCreating)
  const commands = useCommandContext(character, { input, onOpenConversations })

  const { userRole } = character.current ?? {}
  return (
    <>
      <SceneStrip onWhisper={(name) => commands.write(`/whisper ${name} ${store.state.getState().draft}`)} />
      {hasStage && <Stage character={character} />}
      {userRole && <RoleBanner role={userRole} />}
      <Transcript character={character} isGreetingPending={isCreating} />
      <Announcer name={character.name} />
      <ConnectionStatus />
      <SpeechBar characterId={character.id} />
      <AiReminder name={character.name} />
      <PreviousConversationLink />
      <div className="relative [anchor-name:--bottom-bar]">
        <LaterNotice />
        {isUnavailable ? (
          <p className="relative px-6 pt-2 pb-8 text-center text-ink-soft">
            {character.name} is no longer available. You can still read this conversation.
          </p>
        ) : (
          <>
            <UpdateNotice />
            <PlayerNameQuestion />
            <QuickReplyBar name={character.name} input={input} />
            <Composer
              name={isScene ? 'everybody' : character.name}
              input={input}
              isClosed={isCreating}
              commands={commands}
            />
          </>
        )}
      </div>
    </>
  )
}

/** Escape stops a running reply, and otherwise moves the focus to the composer. */
function useEscape(input: RefObject<HTMLTextAreaElement | null>) {
  const store = useConversationStore()
  useWindowEvent('keydown', (event) => {
    // A dialog or menu that closes on Escape has prevented the default.
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (store.state.getState().turn !== 'idle') void stop(store)
    else input.current?.focus()
  })
}

/**
 * Focuses the composer as soon as it is enabled, except on touch devices, where the keyboard would cover the transcript,
 * and except when the user moved the focus meanwhile or a dialog has it.
 */
function useInitialFocus(input: RefObject<HTMLTextAreaElement | null>, isEnabled: boolean) {
  const initialElement = useRef<Element | null>(null)
  useEffect(() => {
    initialElement.current = document.activeElement
  }, [])
  useEffect(() => {
    if (!isEnabled || window.matchMedia('(pointer: coarse)').matches) return
    const { activeElement } = document
    const isMoved = !hasPageFocus() && activeElement !== initialElement.current
    if (!isMoved && !activeElement?.closest('[role="dialog"]')) input.current?.focus({ preventScroll: true })
  }, [input, isEnabled])
}

/** Shown while the connection to a running reply is lost; the reply continues on the server. */
function ConnectionStatus() {
  const isLost = useConversationState((state) => state.turn !== 'idle' && state.connection === 'lost')
  return (
    <div role="status" className="relative text-center text-ink-soft text-sm">
      {isLost && <p className="animate-fade-in pb-2">The connection was lost. Reconnecting…</p>}
    </div>
  )
}

/** Longer roles are collapsed, so that they leave room for the transcript on a phone. */
const collapsedFrom = 140

function RoleBanner({ role }: { role: string }) {
  const [open, setOpen] = useState(false)
  const text = `Your role: ${role}`
  const className =
    'block w-full text-center font-prose text-[0.90625rem] text-ink-soft italic leading-[1.4] whitespace-pre-line'
  return (
    <div className="relative mx-auto w-full max-w-[820px] shrink-0 px-4 pt-4 sm:px-[26px] sm:pt-6">
      {role.length < collapsedFrom ? (
        <p dir="auto" className={className}>
          {text}
        </p>
      ) : (
        <button type="button" aria-expanded={open} className={`${className} rounded-sm`} onClick={() => setOpen(!open)}>
          <span dir="auto" className={open ? 'block max-h-[30dvh] overflow-y-auto' : 'line-clamp-2'}>
            {text}
          </span>
        </button>
      )}
    </div>
  )
}
