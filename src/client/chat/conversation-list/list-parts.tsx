import type { ReactNode } from 'react'
import { LoadMore } from '#client/ui/load-more.tsx'
import { RowsSkeleton } from '#client/ui/skeleton.tsx'
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

export const ListSkeleton = () => (
  <RowsSkeleton label="Loading conversations" count={5} rowClass="gap-3 p-2.5" imageClass="size-10 !rounded-[10px]" />
)

export function ListMessage({ title, drawing, children }: { title: string; drawing?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center text-ink-soft text-sm">
      {drawing && <div className="mb-5 text-ink">{drawing}</div>}
      <p className="mb-1 font-[550] text-ink text-md">{title}</p>
      {children}
    </div>
  )
}
