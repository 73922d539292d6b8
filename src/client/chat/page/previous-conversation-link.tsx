import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { queryOf } from '#client/lib/query-client.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { titleOf } from '../api/conversation-title.ts'
import { hasStarted } from '../store/conversation-state.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** In a new chat, the link to the user's last conversation with the same character. */
export function PreviousConversationLink({ store }: { store: ConversationStore }) {
  const isNew = useConversationState(store, (state) => state.turn === 'idle' && !hasStarted(state))
  const characterId = useConversationState(store, (state) => state.characterId)
  const { data: previous } = usePreviousConversation(characterId, isNew)
  if (!isNew || !previous) return null
  return (
    <p className="relative mx-auto w-full max-w-[820px] px-4 pb-2.5 sm:px-[26px]">
      <Link
        to={conversationPath(previous.id)}
        className="inline-flex min-h-11 max-w-full animate-fade-in items-center gap-2 rounded-full border border-line bg-card px-4 text-ink-soft text-sm transition-colors duration-150 hover:border-line-strong hover:text-ink"
      >
        <span dir="auto" className="truncate">
          You have talked before: {titleOf(previous)}
        </span>
        <ArrowRight aria-hidden size={15} className="shrink-0" />
      </Link>
    </p>
  )
}

/** The user's last conversation with a character; null without one. */
export function usePreviousConversation(characterId: string, enabled: boolean) {
  return useQuery({
    ...queryOf('GET /api/conversations', { query: { characterId, limit: 1 } }),
    select: ([newest = null]) => newest,
    enabled: enabled && characterId !== '',
  })
}
