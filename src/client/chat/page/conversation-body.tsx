import { type RefObject, useEffect, useRef } from 'react'
import { hasPageFocus } from '#client/lib/page-focus.ts'
import { useToastLift } from '#client/ui/toast-lift.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { useCommandContext } from '../commands/use-commands.ts'
import { Composer, stop } from '../composer/composer.tsx'
import { QuickReplyBar } from '../quick-replies/quick-reply-bar.tsx'
import { SceneStrip } from '../scenes/scene-strip.tsx'
import { SpeechBar } from '../speech/speech-bar.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { Announcer } from '../transcript/announcer.tsx'
import { Transcript } from '../transcript/transcript.tsx'
import { AiReminder } from './ai-reminder.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { LaterNotice } from './later-notice.tsx'
import { PlayerNameQuestion } from './player-name-question.tsx'
import { PreviousConversationLink } from './previous-conversation-link.tsx'
import { RoleBanner } from './role-banner.tsx'

interface ConversationBodyProps {
  store: ConversationStore
  character: ConversationCharacter
  onOpenConversations: () => void
}

/** The transcript and the composer. */
export function ConversationBody({ store, character, onOpenConversations }: ConversationBodyProps) {
  const isScene = useConversationState(store, ({ scene }) => scene !== null)
  const isCreating = useConversationState(store, (state) => state.phase === 'creating')
  const isUnavailable = useConversationState(store, (state) => state.conversation?.characterAvailable === false)
  const input = useRef<HTMLTextAreaElement>(null)
  useEscape(store, input)
  useInitialFocus(input, !isCreating)
  const commands = useCommandContext(store, character, { input, onOpenConversations })
  const toastLift = useToastLift()

  const { userRole } = character.current ?? {}
  return (
    <>
      <SceneStrip
        store={store}
        onWhisper={(name) => commands.write(`/whisper ${name} ${store.state.getState().draft}`)}
      />
      {userRole && <RoleBanner role={userRole} />}
      <Transcript store={store} character={character} isGreetingPending={isCreating} />
      <Announcer store={store} name={character.name} />
      <ConnectionStatus store={store} />
      <SpeechBar store={store} characterId={character.id} />
      <AiReminder name={character.name} />
      <PreviousConversationLink store={store} />
      <LaterNotice store={store} />
      {!isUnavailable && <PlayerNameQuestion store={store} />}
      {isUnavailable ? (
        <p className="relative px-6 pt-2 pb-8 text-center text-ink-soft">
          {character.name} is no longer available. You can still read this conversation.
        </p>
      ) : (
        <>
          <div aria-hidden className="h-[var(--toast-room,0px)] shrink-0 md:hidden" />
          <div ref={toastLift} className="relative">
            <QuickReplyBar store={store} name={character.name} input={input} />
            <Composer
              store={store}
              name={isScene ? 'everybody' : character.name}
              input={input}
              isClosed={isCreating}
              commands={commands}
            />
          </div>
        </>
      )}
    </>
  )
}

/** Escape stops a running reply, and otherwise moves the focus to the composer. */
function useEscape(store: ConversationStore, input: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog or menu that closes on Escape has prevented the default.
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (store.state.getState().turn !== 'idle') void stop(store)
      else input.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store, input])
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
