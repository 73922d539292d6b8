import { Archive as Archived, ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { loadErrorText } from '#client/lib/http.ts'
import { useNearViewport } from '#client/lib/use-near-viewport.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { useConversations, usePinnedConversations } from './conversation-list-api.ts'
import { byDay, type DayGroup, listed } from './conversation-list-cache.ts'
import { type ConversationActions, useConversationActions } from './use-conversation-actions.tsx'

interface ConversationListProps {
  currentId: string | null
  /** A conversation was opened. */
  onOpen: () => void
}

/** The user's conversations: pinned ones, then the others by day, newest first; or the archived ones. */
export function ConversationList(props: ConversationListProps) {
  const [showsArchive, setShowsArchive] = useState(false)
  const { actions, dialogs } = useConversationActions(props.currentId)
  return (
    <>
      {showsArchive ? (
        <Archive {...props} actions={actions} onClose={() => setShowsArchive(false)} />
      ) : (
        <ActiveConversations {...props} actions={actions} onArchive={() => setShowsArchive(true)} />
      )}
      {dialogs}
    </>
  )
}

type PartProps = ConversationListProps & { actions: ConversationActions }

function ActiveConversations({ onArchive, ...props }: PartProps & { onArchive: () => void }) {
  const list = useConversations()
  const pinned = usePinnedConversations().data ?? []
  if (list.isPending) return <ListSkeleton />
  if (list.isError && !list.data) return <ListError error={list.error} onRetry={() => void list.refetch()} />
  const conversations = listed(list.data).filter(({ id }) => !pinned.some((one) => one.id === id))
  const groups = byDay(conversations, Date.now())
  return (
    <>
      {conversations.length + pinned.length === 0 && <Empty />}
      {pinned.length > 0 && <Section label="Pinned" conversations={pinned} {...props} />}
      {groups.map((group) => (
        <Section key={group.label} {...group} {...props} />
      ))}
      <MoreOf list={list} />
      {!list.hasNextPage && (
        <Button variant="quiet" className="mt-2 w-full !justify-start !px-2.5 text-sm" onClick={onArchive}>
          <Archived aria-hidden size={16} />
          Archived conversations
        </Button>
      )}
    </>
  )
}

function Archive({ onClose, ...props }: PartProps & { onClose: () => void }) {
  const list = useConversations('archived')
  const conversations = listed(list.data)
  return (
    <>
      <Button autoFocus variant="quiet" className="mb-1 w-full !justify-start !px-2.5 text-sm" onClick={onClose}>
        <ArrowLeft aria-hidden size={16} />
        All conversations
      </Button>
      {list.isPending ? (
        <ListSkeleton />
      ) : list.isError && !list.data ? (
        <ListError error={list.error} onRetry={() => void list.refetch()} />
      ) : conversations.length === 0 ? (
        <ListMessage title="No archived conversations">
          Archive a conversation to take it off the list. Its next message brings it back.
        </ListMessage>
      ) : (
        <Section label="Archived" conversations={conversations} {...props} />
      )}
      <MoreOf list={list} />
    </>
  )
}

function Section({ label, conversations, currentId, onOpen, actions }: PartProps & DayGroup) {
  return (
    <section aria-label={label}>
      <h3 className="px-2.5 pt-3 pb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal">{label}</h3>
      <ul>
        {conversations.map((conversation) => (
          <ConversationItem
            key={conversation.id}
            conversation={conversation}
            isCurrent={conversation.id === currentId}
            onOpen={onOpen}
            actions={actions}
          />
        ))}
      </ul>
    </section>
  )
}

function MoreOf({ list }: { list: ReturnType<typeof useConversations> }) {
  if (!list.hasNextPage) return null
  return (
    <MoreConversations
      isLoading={list.isFetchingNextPage}
      isFailed={list.isFetchNextPageError}
      onWanted={() => void list.fetchNextPage()}
    />
  )
}

/** Loads the next page when it scrolls near; the button is for keyboards, and for after a failure. */
function MoreConversations(props: { isLoading: boolean; isFailed: boolean; onWanted: () => void }) {
  const { isLoading, isFailed, onWanted } = props
  const mark = useNearViewport<HTMLDivElement>(onWanted, { margin: 400, paused: isLoading || isFailed })
  return (
    <div ref={mark} className="flex justify-center py-3">
      <Button variant="quiet" disabled={isLoading} onClick={onWanted}>
        {isLoading ? 'Loading…' : isFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading conversations</span>
      {['w-3/5', 'w-2/5', 'w-3/4', 'w-1/2', 'w-2/3'].map((width) => (
        <div key={width} aria-hidden className="flex gap-3 p-2.5">
          <Skeleton className="size-10 !rounded-[10px]" />
          <span className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="h-3 w-full" />
          </span>
        </div>
      ))}
    </div>
  )
}

function Empty() {
  return (
    <ListMessage title="No conversations yet" drawing={<EmptyBook />}>
      When you chat with a character, the conversation is saved here.
    </ListMessage>
  )
}

function ListError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <ListMessage title="We could not load your conversations">
        {loadErrorText(error)}
        <Button variant="outline" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      </ListMessage>
    </div>
  )
}

function ListMessage({ title, drawing, children }: { title: string; drawing?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center text-ink-soft text-sm">
      {drawing && <div className="mb-5 text-ink">{drawing}</div>}
      <p className="mb-1 font-[550] text-ink text-md">{title}</p>
      {children}
    </div>
  )
}
