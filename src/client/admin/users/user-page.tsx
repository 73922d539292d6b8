import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { longDate, timeAgo } from '#client/lib/dates.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { hasStatus } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { actorName } from '#client/moderation/audit/audit-labels.ts'
import { FlagLine } from '#client/moderation/flags/flag-facts.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageSkeleton, Skeleton } from '#client/ui/skeleton.tsx'
import type { AdminUserDetails } from '#shared/users.ts'
import { AdminCard, FactGrid } from '../admin-card.tsx'
import { PlanCard, RecoveryCard, SessionsCard, SuspensionCard } from './account-cards.tsx'
import { RoleCard } from './role-card.tsx'
import { UserBadges } from './user-badges.tsx'

export function UserPage() {
  const { userId = '' } = useParams()
  const query = useQuery({ ...queryOf('GET /api/admin/users/:id', { params: { id: userId } }), staleTime: 0 })
  const back = useWayBack()
  useTitle(query.data?.user.name ?? 'User')
  return (
    <div className="max-w-5xl">
      <ButtonLink to={back.to} variant="quiet" className="-ml-3.5 mb-3">
        <ArrowLeft aria-hidden size={17} /> {back.label}
      </ButtonLink>
      {query.isPending && <PageSkeleton label="Loading the user" parts={['h-16', 'h-20', 'h-44']} />}
      {query.isError &&
        !query.data &&
        (hasStatus(query.error, 404) ? (
          <EmptyState drawing={<EmptyDoor />} title="There is no such user">
            The account may have been deleted.
          </EmptyState>
        ) : (
          <LoadError what="the user" query={query} />
        ))}
      {query.data && <Details details={query.data} />}
    </div>
  )
}

/** To the flag from which the page was opened, else to the list that the viewer has. */
function useWayBack() {
  const { accountType } = useUser()
  const state = useLocation().state as { flags?: string } | null
  if (state?.flags) return { to: `/admin${state.flags}`, label: 'Back to the flag' }
  return accountType === 'admin' ? { to: '/admin/users', label: 'Users' } : { to: '/admin', label: 'Moderation' }
}

function Details({ details }: { details: AdminUserDetails }) {
  const { user } = details
  const { id: viewerId, accountType } = useUser()
  const isAdmin = accountType === 'admin'
  return (
    <>
      <header className="mb-7 flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar name={user.name} className="size-16 rounded-full text-xl" />
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="font-[550] text-3xl leading-[1.1] tracking-[-0.025em] [overflow-wrap:anywhere]">
            {user.name}
          </h1>
          {user.name !== user.username && (
            <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">Logs in as {user.username}</p>
          )}
        </div>
        <UserBadges user={user} />
      </header>
      <Facts details={details} />
      <div className="mt-5 grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          {isAdmin && <PlanCard details={details} />}
          {isAdmin && <RoleCard details={details} />}
          {user.id !== viewerId && <SuspensionCard details={details} />}
          <UserFlags id={user.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {isAdmin && <SessionsCard details={details} />}
          {isAdmin && user.id !== viewerId && <RecoveryCard details={details} />}
          <UserHistory id={user.id} />
        </div>
      </div>
    </>
  )
}

function Facts({ details: { user, characters, conversations, strikes } }: { details: AdminUserDetails }) {
  return (
    <FactGrid
      className="gap-y-4 border-line border-y py-4 sm:grid-cols-3 lg:grid-cols-5"
      facts={{
        Joined: longDate(user.createdAt),
        'Last seen': user.lastSeenAt === null ? 'Not logged in' : timeAgo(user.lastSeenAt),
        Characters: formatCount(characters),
        Conversations: formatCount(conversations),
        Strikes:
          strikes === 0 ? (
            'None'
          ) : (
            <Link
              to={`/admin?status=resolved&subjectId=${user.id}`}
              // The padding makes it large enough for a finger.
              className="-m-3 inline-block min-w-11 rounded-sm p-3 text-curtain underline underline-offset-4"
            >
              {strikes}
            </Link>
          ),
      }}
    />
  )
}

function UserFlags({ id }: { id: string }) {
  const query = { status: 'all', limit: 20, subjectId: id } as const
  const flags = useQuery({ ...queryOf('GET /api/admin/flags', { query }), staleTime: 0 })
  return (
    <ListCard
      title="Flags"
      what="flags"
      query={flags}
      list={flags.data?.flags}
      none="There are none about this account."
    >
      {(list) => (
        <ul aria-label="Flags about the account" className="-mx-2 mt-2">
          {list.map((flag) => (
            <li key={flag.id}>
              <Link
                to={`/admin?${flag.status === 'open' ? '' : `status=${flag.status}&`}flag=${flag.id}`}
                className="block rounded-md px-2 py-2.5 hover:bg-curtain-wash"
              >
                <FlagLine flag={flag} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  )
}

function UserHistory({ id }: { id: string }) {
  const query = { targetType: 'user', limit: 20, targetId: id } as const
  const entries = useQuery({ ...queryOf('GET /api/admin/audits', { query }), staleTime: 0 })
  return (
    <ListCard title="History" what="entries" query={entries} list={entries.data?.audits} none="Nothing so far.">
      {(list) => (
        <ol className="mt-2 divide-y divide-line">
          {list.map((entry) => (
            <li key={entry.id} className="py-2.5">
              <p className="font-[550] [overflow-wrap:anywhere]">{entry.details}</p>
              <p className="text-ink-soft text-sm">
                {actorName(entry)} · {timeAgo(entry.createdAt)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </ListCard>
  )
}

interface ListCardProps<Item> {
  title: string
  /** What is listed, in a sentence. */
  what: string
  query: Pick<UseQueryResult, 'isPending' | 'isError'>
  list: readonly Item[] | undefined
  /** Shown in place of an empty list. */
  none: string
  children: (list: readonly Item[]) => ReactNode
}

function ListCard<Item>({ title, what, query: { isPending, isError }, list, none, children }: ListCardProps<Item>) {
  return (
    <AdminCard title={title}>
      {isPending && <Skeleton className="mt-3 h-12 w-full" />}
      {isError && <p className="mt-1.5 text-ink-soft">The {what} could not be loaded. Reload the page to try again.</p>}
      {list?.length === 0 && <p className="mt-1.5 text-ink-soft">{none}</p>}
      {list && list.length > 0 && children(list)}
    </AdminCard>
  )
}
