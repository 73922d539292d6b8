import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Announcer } from './announcer.tsx'
import { Composer, stop } from './composer.tsx'
import type { ConversationStore } from './conversation-store.ts'
import { EarlierLink } from './earlier-link.tsx'
import { RoleBanner } from './role-banner.tsx'
import { SceneStatus } from './scene-status.tsx'
import { Transcript } from './transcript.tsx'
import type { Cast } from './use-cast.ts'
import { useSlice } from './use-conversation.ts'
import { useGreeting } from './use-greeting.ts'

/** What is said, and where the player writes. */
export function Scene({ store, cast }: { store: ConversationStore; cast: Cast }) {
  const { state } = useLocation() as { state: { freshGreeting?: boolean } | null }
  const greetingAwaited = useGreeting(store, cast.character, state?.freshGreeting ?? false)
  const conversation = useSlice(store, (now) => now.conversation)
  const input = useRef<HTMLTextAreaElement>(null)
  useEscape(store, input)
  useFocusOnArrival(input)

  const isGone = conversation !== null && !conversation.characterAvailable
  const { userRole } = cast.character ?? {}
  return (
    <>
      {userRole && <RoleBanner role={userRole} />}
      <Transcript store={store} cast={cast} greetingAwaited={greetingAwaited} />
      <Announcer store={store} name={cast.name} />
      <SceneStatus store={store} />
      <EarlierLink store={store} />
      {isGone ? (
        <p className="relative px-6 pt-2 pb-8 text-center text-ink-soft">
          {cast.name} is no longer available. What you said to each other stays here.
        </p>
      ) : (
        <Composer store={store} name={cast.name} input={input} closed={greetingAwaited} />
      )}
    </>
  )
}

/** Escape stops a running reply, and otherwise leads back to where the player writes. */
function useEscape(store: ConversationStore, input: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog or a menu that closes on Escape has already taken it.
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (store.cell.get().turn !== 'idle') void stop(store)
      else input.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store, input])
}

/**
 * With a keyboard at hand one can write at once; on a phone the keyboard would hide what is to be read. Whoever opened a
 * dialog meanwhile is writing there.
 */
function useFocusOnArrival(input: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (document.activeElement?.closest('[role="dialog"]')) return
    if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus({ preventScroll: true })
  }, [input])
}
