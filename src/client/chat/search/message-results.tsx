import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { FoundMessageItem } from './found-message-item.tsx'
import { useMessageSearch } from './message-search-api.ts'

/** The messages that a search finds, below the conversations. */
export function MessageResults({ search, onOpen }: { search: string; onOpen: () => void }) {
  const query = useMessageSearch(search)
  const { found = [], isIndexing = false } = query.data ?? {}
  return (
    <section aria-label="Messages" aria-busy={query.isFetching}>
      <h3 className="px-2.5 pt-3 pb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal">Messages</h3>
      <ul>
        {found.map((message) => (
          <FoundMessageItem key={message.messageId} found={message} onOpen={onOpen} />
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
