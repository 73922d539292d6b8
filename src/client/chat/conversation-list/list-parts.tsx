import type { ReactNode } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { LoadMore } from '#client/ui/load-more.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { useConversations } from '../api/conversation-list-api.ts'
import type { DayGroup } from '../api/conversation-list-cache.ts'
import { ConversationItem } from './conversation-item.tsx'
import type { ConversationActions } from './use-conversation-actions.ts'

export interface ConversationListProps {
  currentId: string | null
  onOpen: () => void
}

export type PartProps = ConversationListProps & { actions: ConversationActions }

export function Section({ label, conversations, currentId, onOpen, actions }: PartProps & DayGroup) {
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

export const MoreOf = ({ list }: { list: ReturnType<typeof useConversations> }) => (
  <LoadMore list={list} variant="quiet" margin={400} className="flex justify-center py-3" />
)

export function ListSkeleton() {
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

export function ListError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <ListMessage title="We could not load your conversations">
        {errorText(error)}
        <Button variant="outline" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      </ListMessage>
    </div>
  )
}

export function ListMessage({ title, drawing, children }: { title: string; drawing?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center text-ink-soft text-sm">
      {drawing && <div className="mb-5 text-ink">{drawing}</div>}
      <p className="mb-1 font-[550] text-ink text-md">{title}</p>
      {children}
    </div>
  )
}
