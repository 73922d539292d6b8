import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { useFilteredConversations } from '../api/conversation-list-api.ts'
import { listLoadedInOrder } from '../api/conversation-list-cache.ts'
import type { ListFilters } from '../api/list-filters.ts'
import { MessageResults } from '../search/message-results.tsx'
import { ListError, ListMessage, ListSkeleton, MoreOf, type PartProps, Section } from './list-parts.tsx'

/** Conversations above the messages that a search finds, until the user asks for more. */
const firstConversations = 5

/** The conversations that fit the filters and the search, and the messages that fit the search. */
export function FoundConversations({ filters, ...props }: PartProps & { filters: ListFilters }) {
  const { search } = filters
  const [shownFor, setShownFor] = useState('')
  const list = useFilteredConversations(filters)
  if (list.isPending) return <ListSkeleton />
  if (list.isError && !list.data) return <ListError error={list.error} onRetry={() => void list.refetch()} />
  const found = listLoadedInOrder(list.data)
  const isShort = search !== '' && shownFor !== search && found.length > firstConversations
  return (
    <>
      {found.length > 0 && (
        <Section label="Found" conversations={isShort ? found.slice(0, firstConversations) : found} {...props} />
      )}
      {found.length === 0 && search === '' && (
        <ListMessage title="Nothing here">No conversation matches these filters.</ListMessage>
      )}
      {isShort ? (
        <Button variant="quiet" className="w-full text-sm" onClick={() => setShownFor(search)}>
          Show all
        </Button>
      ) : (
        <MoreOf list={list} />
      )}
      {search !== '' && <MessageResults search={search} onOpen={props.onOpen} />}
    </>
  )
}
