import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hasStatus } from '#client/lib/http.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ChatHeader } from './chat-header.tsx'
import { ChatSidebar } from './chat-sidebar.tsx'
import { ConversationPanel, useConversationPanel } from './conversation-panel.tsx'
import { conversationPath, type Place } from './conversation-paths.ts'
import type { ConversationStore } from './conversation-store.ts'
import { useProseType } from './prose-type.ts'
import { Scene } from './scene.tsx'
import { StageFault } from './stage-fault.tsx'
import { HeaderSkeleton, LinesSkeleton } from './stage-skeleton.tsx'
import { useCast } from './use-cast.ts'
import { useConversation, useSlice } from './use-conversation.ts'

/** One conversation, new or old, with everything round it. */
export function Stage({ place }: { place: Exclude<Place, { kind: 'picker' }> }) {
  const location = useLocation()
  const isNew = place.kind === 'new'
  // Every visit to a character is a new chat of its own; a conversation is the same however it is reached.
  const sceneKey = isNew ? location.key : place.conversationId
  const store = useConversation(isNew ? place : { characterId: '', conversationId: place.conversationId }, sceneKey)
  useAddress(store, isNew)

  const opening = useSlice(store, (state) => state.opening)
  const conversation = useSlice(store, (state) => state.conversation)
  const conversationId = useSlice(store, (state) => state.conversationId)
  const { cast, query } = useCast(
    useSlice(store, (state) => state.characterId),
    conversation,
  )
  const panel = useConversationPanel()
  useTitle(cast?.name ?? 'Chat')

  const gone = opening === 'missing' || (isNew && hasStatus(query.error, 404))
  const unreachable = opening === 'unreachable' || (!cast && query.isError)
  const inType = useProseType()
  // The lines wait for the character too: the banner that comes with it would push them down.
  const isComplete = opening === 'open' && !query.isLoading && inType
  return (
    <>
      <ChatSidebar selected={cast} />
      <section className="relative flex min-w-0 flex-1 flex-col">
        {cast ? (
          <ChatHeader cast={cast} panelOpen={panel.open} onTogglePanel={() => panel.setOpen(!panel.open)} />
        ) : (
          <HeaderSkeleton waiting={!gone && !unreachable} />
        )}
        {gone && <StageFault problem="gone" what={isNew ? 'character' : 'conversation'} />}
        {!gone && unreachable && (
          <StageFault
            problem="unreachable"
            onRetry={() => void (opening === 'open' ? query.refetch() : store.open())}
          />
        )}
        {!gone &&
          !unreachable &&
          (cast && isComplete ? <Scene key={store.key} store={store} cast={cast} /> : <LinesSkeleton />)}
      </section>
      <ConversationPanel panel={panel} currentId={conversationId} />
    </>
  )
}

/** A new chat gets its own address once the server knows it, so that a reload comes back to it. */
function useAddress(store: ConversationStore, isNew: boolean) {
  const navigate = useNavigate()
  const conversationId = useSlice(store, (state) => state.conversationId)
  useEffect(() => {
    if (isNew && conversationId) void navigate(conversationPath(conversationId), { replace: true })
  }, [isNew, conversationId, navigate])
}
