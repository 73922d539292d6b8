import { Navigate } from 'react-router'
import { useIsLeaving } from '#client/lib/is-leaving.ts'
import { chatPath } from '#client/lib/paths.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { HeaderSkeleton, MessagesSkeleton } from './conversation-skeleton.tsx'
import { usePreviousConversation } from './previous-conversation-link.tsx'

/** Opens the last conversation with a character, or a new one where there is none or it cannot be found. */
export function ResumeChat({ characterId }: { characterId: string }) {
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
