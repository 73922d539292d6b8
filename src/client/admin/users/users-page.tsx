import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { ListSkeleton } from '#client/ui/skeleton.tsx'
import { AdminOnly } from '../admin-only.tsx'
import { useUsers } from './api.ts'
import { groupLabels, readUserFilters, type UserFilters, userGroups, writeUserFilters } from './user-filters.ts'
import { UserRow } from './user-row.tsx'

/** Admin → Users. */
export function UsersPage() {
  return (
    <AdminOnly>
      <Users />
    </AdminOnly>
  )
}

function Users() {
  useTitle('Users')
  const [params, setParams] = useSearchParams()
  const filters = readUserFilters(params)
  const [search, setSearch] = useState(filters.search)
  const typed = useDebounced(search, 250)
  const { show } = filters
  const set = (next: UserFilters) => setParams(writeUserFilters(next), { replace: true, preventScrollReset: true })
  useEffect(() => {
    setParams((current) => writeUserFilters({ ...readUserFilters(current), search: typed }), {
      replace: true,
      preventScrollReset: true,
    })
  }, [typed, setParams])
  const clear = () => {
    setSearch('')
    set({ search: '', show: 'all' })
  }
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
          <Chip key={group} pressed={group === show} onClick={() => set({ search, show: group })}>
            {groupLabels[group]}
          </Chip>
        ))}
      </fieldset>
      <UserList filters={filters} onClear={clear} />
    </>
  )
}

function UserList({ filters, onClear }: { filters: UserFilters; onClear: () => void }) {
  const query = useUsers(filters)
  // Read once, so that relative times do not change while the list is open.
  const [now] = useState(() => Date.now())
  const users = query.data?.pages.flatMap((page) => page.users) ?? []
  if (query.isPending) return <ListSkeleton label="Loading the users" className="h-18" />
  if (query.isError && users.length === 0) {
    return <LoadError what="the users" error={query.error} onRetry={() => void query.refetch()} />
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
          <UserRow key={user.id} user={user} now={now} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="mt-4 text-center">
          <Button variant="outline" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}
