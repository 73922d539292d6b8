import { Link } from 'react-router'
import { titleOf } from '#client/chat/api/conversation-title.ts'
import { timeAgo } from '#client/lib/dates.ts'
import { errorText } from '#client/lib/http.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import type { FoundMessage } from '#shared/message-search.ts'
import { FoundSnippet, foundMessageState, messagePath, useMessageSearch } from './found-messages.tsx'

export function MessageResults({ search }: { search: string }) {
  const query = useMessageSearch(search)
  const { found = [], isIndexing = false } = query.data ?? {}
  return (
    <section aria-label="Messages" aria-busy={query.isFetching}>
      <h3 className="px-2.5 pt-3 pb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal">Messages</h3>
      <ul>
        {found.map((message) => (
          <FoundMessageItem key={message.messageId} found={message} />
        ))}
      </ul>
      <p role="status" className="px-2.5 py-2 text-ink-soft text-sm empty:hidden">
        {query.isPending && 'Searching…'}
        {query.isSuccess && found.length === 0 && !query.hasNextPage && 'No messages found. Try fewer or other words.'}
        {isIndexing && ' Older messages are still being prepared for the search and will be found later.'}
      </p>
      {query.isError && (
        <p role="alert" className="px-2.5 py-2 text-sm">
          {errorText(query.error)}
        </p>
      )}
      {(query.hasNextPage || query.isError) && (
        <div className="flex justify-center py-2">
          <Button
            variant="quiet"
            disabled={query.isFetching}
            onClick={() => void (query.hasNextPage ? query.fetchNextPage() : query.refetch())}
          >
            {query.isFetching ? 'Searching…' : query.isError ? 'Try again' : 'Search older messages'}
          </Button>
        </div>
      )}
    </section>
  )
}

/** A message that was found: who said what, when and where. It opens the conversation at the message. */
function FoundMessageItem({ found }: { found: FoundMessage }) {
  const closeList = useClose()
  const { conversation, messageId, speaker, createdAt, snippet, isOnActivePath } = found
  return (
    <li>
      <Link
        to={messagePath(conversation.id, messageId)}
        state={foundMessageState(found)}
        onClick={closeList}
        className="block rounded-[10px] px-2.5 py-2 transition-colors duration-150 hover:bg-curtain-wash/60"
      >
        <span className="flex items-baseline gap-2 text-2xs text-ink-soft">
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {titleOf(conversation)}
          </span>
          <time dateTime={new Date(createdAt).toISOString()} className="shrink-0">
            {timeAgo(createdAt)}
          </time>
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-4 text-sm leading-[1.45] [overflow-wrap:anywhere]">
          <span className="font-[550]">{speaker ?? 'You'}: </span>
          <FoundSnippet snippet={snippet} />
        </span>
        {isOnActivePath === false && <Badge className="mt-1.5">On another branch</Badge>}
      </Link>
    </li>
  )
}
