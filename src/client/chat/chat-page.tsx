import { useEffect } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { useCharacter } from '#client/characters/api.ts'
import { errorText, hasStatus } from '#client/lib/http.ts'
import { useIsLeaving } from '#client/lib/is-leaving.ts'
import { chatPath } from '#client/lib/paths.ts'
import { type ChatAddress, conversationPath, readChatAddress } from './api/conversation-paths.ts'
import { CharacterPicker } from './page/character-picker.tsx'
import { ConversationError, HeaderSkeleton, MessagesSkeleton } from './page/conversation-states.tsx'
import { ConversationView } from './page/conversation-view.tsx'
import { usePreviousConversation } from './page/notices.tsx'

export function ChatPage() {
  const { conversationId } = useParams()
  const [query] = useSearchParams()
  const address = readChatAddress(conversationId, query)
  useKeyboardInset()
  return (
    <main
      id="main"
      tabIndex={-1}
      className="relative flex min-h-0 shrink grow basis-0 pb-[var(--keyboard-inset,0px)] outline-none"
    >
      <div aria-hidden className="footlight absolute inset-x-0 bottom-0 h-[420px] max-h-[60%]" />
      <ChatContent address={address} />
    </main>
  )
}

function ChatContent({ address }: { address: ChatAddress }) {
  if (address.kind === 'picker') return <CharacterPicker />
  if (address.kind === 'sample') return <SampleChat slug={address.slug} />
  if (address.kind === 'resume') return <ResumeChat characterId={address.characterId} />
  return <ConversationView address={address} />
}

/** Opens the last conversation with a character, or a new one where there is none or it cannot be found. */
function ResumeChat({ characterId }: { characterId: string }) {
  const { data: previous, isFetching } = usePreviousConversation(characterId, true)
  const isLeaving = useIsLeaving()
  if (!isFetching && !isLeaving()) {
    return <Navigate replace to={previous ? conversationPath(previous.id) : chatPath(characterId)} />
  }
  return (
    <section className="relative flex min-w-0 flex-1 flex-col">
      <HeaderSkeleton isLoading />
      <MessagesSkeleton />
    </section>
  )
}

/** Opens a chat with a sample character, which the landing page names by its slug. */
function SampleChat({ slug }: { slug: string }) {
  const { data, error, refetch } = useCharacter(slug)
  const isLeaving = useIsLeaving()
  if (data && !isLeaving()) return <Navigate replace to={chatPath(data.id)} />
  return (
    <section className="relative flex min-w-0 flex-1 flex-col">
      <HeaderSkeleton isLoading={!error} />
      {!error && <MessagesSkeleton />}
      {error &&
        (hasStatus(error, 404) ? (
          <ConversationError kind="missing" what="character" />
        ) : (
          <ConversationError kind="failed" reason={errorText(error)} onRetry={() => void refetch()} />
        ))}
    </section>
  )
}

/**
 * Keeps a full-height page above a phone's keyboard in browsers that lay the keyboard over the page: sets
 * `--keyboard-inset` to the covered height.
 */
function useKeyboardInset() {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const root = document.documentElement
    const measure = () => {
      // While the page is zoomed, the smaller viewport does not mean a keyboard.
      const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
      root.style.setProperty('--keyboard-inset', `${Math.max(0, Math.round(covered))}px`)
    }
    measure()
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      root.style.removeProperty('--keyboard-inset')
    }
  }, [])
}
