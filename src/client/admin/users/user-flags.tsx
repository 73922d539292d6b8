import { useState } from 'react'
import { Link } from 'react-router'
import { FlagLine } from '#client/moderation/flags/flag-line.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useUserFlags } from './api.ts'
import { UserCard } from './user-card.tsx'

/** The newest flags about the account, each with the way to it. */
export function UserFlags({ id }: { id: string }) {
  const { data, isPending, isError } = useUserFlags(id)
  const [now] = useState(() => Date.now())
  return (
    <UserCard title="Flags">
      {isPending && <Skeleton className="mt-3 h-12 w-full" />}
      {isError && <p className="mt-1.5 text-ink-soft">The flags could not be loaded. Reload the page to try again.</p>}
      {data?.flags.length === 0 && <p className="mt-1.5 text-ink-soft">There are none about this account.</p>}
      {data && data.flags.length > 0 && (
        <ul aria-label="Flags about the account" className="-mx-2 mt-2">
          {data.flags.map((flag) => (
            <li key={flag.id}>
              <Link
                to={`/admin?${flag.status === 'open' ? '' : `status=${flag.status}&`}flag=${flag.id}`}
                className="block rounded-md px-2 py-2.5 hover:bg-curtain-wash"
              >
                <FlagLine flag={flag} now={now} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </UserCard>
  )
}
