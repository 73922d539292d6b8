import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText, loadErrorText } from '#client/lib/http.ts'
import { chatPath } from '#client/lib/paths.ts'
import { useNearViewport } from '#client/lib/use-near-viewport.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Conversation } from '#shared/chat.ts'
import { conversationPath } from '../conversation-paths.ts'
import { ConversationItem } from './conversation-item.tsx'
import { useConversations, useDeleteConversation, useRestoreConversation } from './conversation-list-api.ts'
import { byDay, listed } from './conversation-list-cache.ts'
import { RenameDialog } from './rename-dialog.tsx'

const ExportDialog = lazy(async () => ({ default: (await import('../transcripts/export-dialog.tsx')).ExportDialog }))

interface ConversationListProps {
  currentId: string | null
  /** A conversation was opened. */
  onOpen: () => void
}

/** The user's conversations by day, newest first, loaded page by page. */
export function ConversationList({ currentId, onOpen }: ConversationListProps) {
  const list = useConversations()
  const [renaming, setRenaming] = useState<Conversation | null>(null)
  const [exported, setExported] = useState<Conversation | null>(null)
  const remove = useDelete(currentId)
  if (list.isPending) return <ListSkeleton />
  if (list.isError && !list.data) return <ListError error={list.error} onRetry={() => void list.refetch()} />
  const conversations = listed(list.data)
  if (conversations.length === 0) return <Empty />
  return (
    <>
      {byDay(conversations, Date.now()).map(({ label, conversations }) => (
        <section key={label} aria-label={label}>
          <h3 className="px-2.5 pt-3 pb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal">{label}</h3>
          <ul>
            {conversations.map((conversation) => (
              <ConversationItem
                key={conversation.id}
                conversation={conversation}
                isCurrent={conversation.id === currentId}
                onOpen={onOpen}
                onRename={() => setRenaming(conversation)}
                onExport={() => setExported(conversation)}
                onDelete={() => remove(conversation)}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <MoreConversations
          isLoading={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          onWanted={() => void list.fetchNextPage()}
        />
      )}
      {renaming && <RenameDialog conversation={renaming} onClose={() => setRenaming(null)} />}
      <Suspense>{exported && <ExportDialog conversation={exported} onClose={() => setExported(null)} />}</Suspense>
    </>
  )
}

/** Deletes without asking: the toast offers Undo. */
function useDelete(currentId: string | null) {
  const navigate = useNavigate()
  const deletion = useDeleteConversation()
  const restoring = useRestoreConversation()
  const fail = (title: string) => (error: Error) =>
    toast({ variant: 'destructive', title, description: errorText(error, 'Please try again.') })
  return (conversation: Conversation) => {
    const { id, characterId } = conversation
    const wasOpen = id === currentId
    const restore = () =>
      restoring.mutate(id, {
        onError: fail('Conversation not restored'),
        onSuccess: () => wasOpen && void navigate(conversationPath(id)),
      })
    deletion.mutate(id, {
      onError: fail('Conversation not deleted'),
      onSuccess: () => {
        if (wasOpen) void navigate(chatPath(characterId), { replace: true })
        toast({ title: 'Conversation deleted', action: { label: 'Undo', onSelect: restore }, duration: 10_000 })
      },
    })
  }
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
