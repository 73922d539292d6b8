import { ChevronRight } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { timeAgo } from '#client/lib/dates.ts'
import { usePages } from '#client/lib/query-client.ts'
import { useTypedSearch } from '#client/lib/use-typed-search.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { LoadMore } from '#client/ui/load-more.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { ListSkeleton } from '#client/ui/skeleton.tsx'
import { accountTypes } from '#shared/accounts.ts'
import { type AdminUser, userStates } from '#shared/users.ts'
import { UserBadges } from './user-badges.tsx'

const userGroups = ['all', 'free', 'premium', 'admin', 'moderator', 'suspended', 'deletion'] as const
type UserGroup = (typeof userGroups)[number]

const groupLabels: Record<UserGroup, string> = {
  all: 'Everyone',
  free: 'Free',
  premium: 'Premium',
  admin: 'Admins',
  moderator: 'Moderators',
  suspended: 'Suspended',
  deletion: 'Being deleted',
}

interface UserFilters {
  search: string
  show: UserGroup
}

function readUserFilters(params: URLSearchParams): UserFilters {
  const show = userGroups.find((group) => group === params.get('show')) ?? 'all'
  return { search: params.get('search')?.trim() ?? '', show }
}

function writeUserFilters({ search, show }: UserFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (search.trim()) params.set('search', search.trim())
  if (show !== 'all') params.set('show', show)
  return params
}

export function UsersPage() {
  const [params, setParams] = useSearchParams()
  const filters = readUserFilters(params)
  const set = (next: Partial<UserFilters>) =>
    setParams((current) => writeUserFilters({ ...readUserFilters(current), ...next }), {
      replace: true,
      preventScrollReset: true,
    })
  const [search, setSearch] = useTypedSearch(filters.search, (typed) => set({ search: typed }))
  return (
    <>
      <PageHeader title="Users" text="Everybody with an account here, the newest first." />
      <SearchInput
        label="Search users"
        placeholder="A username or display name, or a part of it"
        maxLength={200}
        value={search}
        onChange={setSearch}
      />
      <fieldset className="fade-ends -mx-4 mt-3 mb-5 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0">
        <legend className="sr-only">Show</legend>
        {userGroups.map((group) => (
          <Chip key={group} pressed={group === filters.show} onClick={() => set({ show: group })}>
            {groupLabels[group]}
          </Chip>
        ))}
      </fieldset>
      <UserList filters={filters} onClear={() => set({ search: '', show: 'all' })} />
    </>
  )
}

function UserList({ filters, onClear }: { filters: UserFilters; onClear: () => void }) {
  const state = userStates.find((state) => state === filters.show)
  const plan = accountTypes.find((plan) => plan === filters.show)
  // Users join and change all the time, so the list is read again whenever it is opened.
  const query = usePages('GET /api/admin/users', { search: filters.search || undefined, state, plan }, { staleTime: 0 })
  const users = query.data?.pages.flatMap(({ page }) => page.users) ?? []
  if (query.isPending) return <ListSkeleton label="Loading the users" className="h-18" />
  if (query.isError && users.length === 0) {
    return <LoadError what="the users" query={query} />
  }
  if (users.length === 0) {
    const clear = (
      <Button variant="outline" onClick={onClear}>
        Show everyone
      </Button>
    )
    return (
      <EmptyState drawing={<EmptyBook />} title={filters.search ? 'No user found' : 'Nobody here'} action={clear}>
        {filters.search
          ? 'Try a part of the name. Users are found by their username and by the display name they chose.'
          : 'No account is in this state at the moment.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Users" className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </ul>
      <LoadMore list={query} />
    </>
  )
}

function UserRow({ user }: { user: AdminUser }) {
  const { id, name, username, createdAt, lastSeenAt } = user
  return (
    <li className="group relative flex items-center gap-x-4 px-4 py-3 transition-colors hover:bg-curtain-wash/50 sm:px-5">
      <Avatar name={name} className="size-11 rounded-full" />
      <div className="grid grid-cols-1 min-w-0 flex-1 items-center gap-x-5 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_auto_11rem]">
        <div className="min-w-0">
          <Link
            to={`/admin/users/${id}`}
            className="block truncate rounded-sm font-[550] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-3px]"
          >
            {name}
          </Link>
          {name !== username && <p className="truncate text-ink-soft text-sm">{username}</p>}
        </div>
        <UserBadges user={user} isShort />
        <p className="text-ink-soft text-xs leading-normal lg:text-right lg:text-sm">
          {lastSeenAt === null ? 'Not logged in' : `Seen ${timeAgo(lastSeenAt)}`}
          <span className="text-xs max-lg:hidden lg:block">Joined {timeAgo(createdAt)}</span>
        </p>
      </div>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-soft group-hover:text-curtain" />
    </li>
  )
}
