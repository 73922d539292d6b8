import { Navigate } from 'react-router'
import { useCharacter } from '#client/characters/api.ts'
import { errorText, hasStatus } from '#client/lib/http.ts'
import { useIsLeaving } from '#client/lib/is-leaving.ts'
import { chatPath } from '#client/lib/paths.ts'
import { ConversationError } from './conversation-error.tsx'
import { HeaderSkeleton, MessagesSkeleton } from './conversation-skeleton.tsx'

/** Opens a chat with a sample character, which the landing page names by its slug. */
export function SampleChat({ slug }: { slug: string }) {
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
