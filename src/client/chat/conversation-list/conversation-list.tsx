import { useQuery } from '@tanstack/react-query'
import { Archive as Archived, ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useConversations, useFilteredConversations } from '#client/chat/api/conversation-list-api.ts'
import { type DayGroup, groupByDay, listLoaded, listLoadedInOrder } from '#client/chat/api/conversation-list-cache.ts'
import { isFiltered, type ListFilters, useListFilters } from '#client/chat/api/list-filters.ts'
import { MessageResults } from '#client/chat/search/message-results.tsx'
import { queryOf } from '#client/lib/query-client.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { LoadMore } from '#client/ui/load-more.tsx'
import { RowsSkeleton } from '#client/ui/skeleton.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { ListControls } from './list-controls.tsx'
import { endSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'

/** The user's conversations: pinned ones, then the others by day, newest first; or the archived ones. */
export function ConversationList() {
  const filters = useListFilters()
  const search = useDebounced(filters.search.trim(), 200)
  const [showsArchive, setShowsArchive] = useState(false)
  const isFound = search !== '' || isFiltered(filters)
  const isArchive = isFound ? filters.show === 'archived' : showsArchive
  // Nothing is selected that is not shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes what is shown
  useEffect(() => endSelection, [search, filters, showsArchive])
  return (
    <>
      <ListControls />
      <SelectionBar isArchive={isArchive} />
      {isFound ? (
        <FoundConversations filters={{ ...filters, search }} />
      ) : showsArchive ? (
        <Archive onClose={() => setShowsArchive(false)} />
      ) : (
        <ActiveConversations onArchive={() => setShowsArchive(true)} />
      )}
    </>
  )
}

function ActiveConversations({ onArchive }: { onArchive: () => void }) {
  const list = useConversations()
  const pinned = useQuery(queryOf('GET /api/conversations', { query: { show: 'pinned', limit: 100 } })).data ?? []
  if (list.isPending) return <ListSkeleton />
  if (list.isError && !list.data) return <LoadError isShort what="your conversations" query={list} />
  const conversations = listLoaded(list.data).filter(({ id }) => !pinned.some((one) => one.id === id))
  const groups = groupByDay(conversations, Date.now())
  return (
    <>
      {conversations.length + pinned.length === 0 && <Empty onArchive={onArchive} />}
      {pinned.length > 0 && <Section label="Pinned" conversations={pinned} />}
      {groups.map((group) => (
        <Section key={group.label} {...group} />
      ))}
      <MoreOf list={list} />
      {!list.hasNextPage && (
        <Button
          variant="quiet"
          icon={Archived}
          className="mt-2 w-full !justify-start !px-2.5 text-sm"
          onClick={onArchive}
        >
          Archived conversations
        </Button>
      )}
    </>
  )
}

function Archive({ onClose }: { onClose: () => void }) {
  const list = useConversations('archived')
  const conversations = listLoaded(list.data)
  return (
    <>
      <Button
        autoFocus
        variant="quiet"
        icon={ArrowLeft}
        className="mb-1 w-full !justify-start !px-2.5 text-sm"
        onClick={onClose}
      >
        All conversations
      </Button>
      {list.isPending ? (
        <ListSkeleton />
      ) : list.isError && !list.data ? (
        <LoadError isShort what="your conversations" query={list} />
      ) : conversations.length === 0 ? (
        <ListMessage title="No archived conversations">
          Archive a conversation to take it off the list. Its next message brings it back.
        </ListMessage>
      ) : (
        <Section label="Archived" conversations={conversations} />
      )}
      <MoreOf list={list} />
    </>
  )
}

function Empty({ onArchive }: { onArchive: () => void }) {
  const archived = useQuery(queryOf('GET /api/conversations', { query: { show: 'archived', limit: 1 } }))
  if (archived.isPending) return <ListSkeleton />
  if (archived.data?.length) {
    return (
      <ListMessage title="All your conversations are archived" drawing={<EmptyBook />}>
        The next message in one brings it back to this list.
        <Button variant="outline" className="mt-3" onClick={onArchive}>
          Show them
        </Button>
      </ListMessage>
    )
  }
  return (
    <ListMessage title="No conversations yet" drawing={<EmptyBook />}>
      When you chat with a character, the conversation is saved here.
    </ListMessage>
  )
}

/** Conversations above the messages that a search finds, until the user asks for more. */
const firstConversations = 5

/** The conversations that fit the filters and the search, and the messages that fit the search. */
function FoundConversations({ filters }: { filters: ListFilters }) {
  const { search } = filters
  const [shownFor, setShownFor] = useState('')
  const list = useFilteredConversations(filters)
  if (list.isPending) return <ListSkeleton />
  if (list.isError && !list.data) return <LoadError isShort what="your conversations" query={list} />
  const found = listLoadedInOrder(list.data)
  const isShort = search !== '' && shownFor !== search && found.length > firstConversations
  return (
    <>
      {found.length > 0 && (
        <Section label="Found" conversations={isShort ? found.slice(0, firstConversations) : found} />
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
      {search !== '' && <MessageResults search={search} />}
    </>
  )
}

function Section({ label, conversations }: DayGroup) {
  return (
    <section aria-label={label}>
      <h3 className="px-2.5 pt-3 pb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal">{label}</h3>
      <ul>
        {conversations.map((conversation) => (
          <ConversationItem key={conversation.id} conversation={conversation} />
        ))}
      </ul>
    </section>
  )
}

const MoreOf = ({ list }: { list: ReturnType<typeof useConversations> }) => (
  <LoadMore list={list} variant="quiet" margin={400} className="flex justify-center py-3" />
)

const ListSkeleton = () => (
  <RowsSkeleton label="Loading conversations" count={5} rowClass="gap-3 p-2.5" imageClass="size-10 !rounded-[10px]" />
)

function ListMessage({ title, drawing, children }: { title: string; drawing?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center text-ink-soft text-sm">
      {drawing && <div className="mb-5 text-ink">{drawing}</div>}
      <p className="mb-1 font-[550] text-ink text-md">{title}</p>
      {children}
    </div>
  )
}
