import { useState } from 'react'
import { timeAgo } from '#client/lib/dates.ts'
import { actorName } from '#client/moderation/audit/audit-labels.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useUserHistory } from './api.ts'
import { UserCard } from './user-card.tsx'

/** The newest entries of the audit log about the account. */
export function UserHistory({ id }: { id: string }) {
  const { data, isPending, isError } = useUserHistory(id)
  const [now] = useState(() => Date.now())
  return (
    <UserCard title="History">
      {isPending && <Skeleton className="mt-3 h-12 w-full" />}
      {isError && (
        <p className="mt-1.5 text-ink-soft">The entries could not be loaded. Reload the page to try again.</p>
      )}
      {data?.audits.length === 0 && <p className="mt-1.5 text-ink-soft">Nothing so far.</p>}
      {data && data.audits.length > 0 && (
        <ol className="mt-2 divide-y divide-line">
          {data.audits.map((entry) => (
            <li key={entry.id} className="py-2.5">
              <p className="font-[550] [overflow-wrap:anywhere]">{entry.details}</p>
              <p className="text-ink-soft text-sm">
                {actorName(entry)} · {timeAgo(entry.createdAt, now)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </UserCard>
  )
}
