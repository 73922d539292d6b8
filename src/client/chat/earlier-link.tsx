import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { getJson } from '#client/lib/http.ts'
import type { Conversation } from '#shared/chat.ts'
import { conversationPath } from './conversation-paths.ts'
import type { ConversationStore } from './conversation-store.ts'
import { titleOf } from './conversation-title.ts'
import { useSlice } from './use-conversation.ts'

/** A new chat with someone the player knows: the way back to where they had been. */
export function EarlierLink({ store }: { store: ConversationStore }) {
  const isNew = useSlice(store, (state) => state.conversationId === null && state.turn === 'idle')
  const characterId = useSlice(store, (state) => state.characterId)
  const { data: earlier } = useEarlier(characterId, isNew)
  if (!isNew || !earlier) return null
  return (
    <p className="relative mx-auto w-full max-w-[820px] px-4 pb-2.5 sm:px-[26px]">
      <Link
        to={conversationPath(earlier.id)}
        className="inline-flex min-h-11 max-w-full animate-fade-in items-center gap-2 rounded-full border border-line bg-card px-4 text-ink-soft text-sm transition-colors duration-150 hover:border-line-strong hover:text-ink"
      >
        <span dir="auto" className="truncate">
          You have talked before: {titleOf(earlier)}
        </span>
        <ArrowRight aria-hidden size={15} className="shrink-0" />
      </Link>
    </p>
  )
}

function useEarlier(characterId: string, enabled: boolean) {
  const query = new URLSearchParams({ characterId, limit: '1' })
  return useQuery<Conversation | null>({
    queryKey: ['/api/conversations', 'with', characterId],
    queryFn: async ({ signal }) => (await getJson<Conversation[]>(`/api/conversations?${query}`, signal))[0] ?? null,
    enabled: enabled && characterId !== '',
    // Asked anew each time a chat begins: the last one may be a minute old.
    staleTime: 0,
  })
}
