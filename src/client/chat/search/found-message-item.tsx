import { Link } from 'react-router'
import { timeAgo } from '#client/lib/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { FoundMessage } from '#shared/message-search.ts'
import { titleOf } from '../api/conversation-title.ts'
import { FoundSnippet } from './found-snippet.tsx'
import { foundMessageState, messagePath } from './message-path.ts'

/** A message that was found: who said what, when and where. It opens the conversation at the message. */
export function FoundMessageItem({ found, onOpen }: { found: FoundMessage; onOpen: () => void }) {
  const { conversation, messageId, speaker, createdAt, snippet, isOnActivePath } = found
  return (
    <li>
      <Link
        to={messagePath(conversation.id, messageId)}
        state={foundMessageState(found)}
        onClick={onOpen}
        className="block rounded-[10px] px-2.5 py-2 transition-colors duration-150 hover:bg-curtain-wash/60"
      >
        <span className="flex items-baseline gap-2 text-2xs text-ink-soft">
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {titleOf(conversation)}
          </span>
          <time dateTime={new Date(createdAt).toISOString()} className="shrink-0">
            {timeAgo(createdAt, Date.now())}
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
