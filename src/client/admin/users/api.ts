import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchOk, sendJson } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { AuditEntry } from '#shared/audit.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import type { Flag } from '#shared/flags.ts'
import { type AccountRole, type AdminUserDetails, type AdminUsers, userStates } from '#shared/users.ts'
import type { UserFilters } from './user-filters.ts'

const path = '/api/admin/users'

interface UserPage extends AdminUsers {
  nextCursor: string | null
}

/** The users that fit the filters, the newest first, page by page. */
export function useUsers(filters: UserFilters) {
  return useInfiniteQuery<UserPage, Error, InfiniteData<UserPage>, readonly unknown[], string | null>({
    queryKey: [path, 'list', filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams()
      if (filters.search) query.set('search', filters.search)
      const isState = userStates.some((state) => state === filters.show)
      if (isState) query.set('state', filters.show)
      else if (filters.show !== 'all') query.set('plan', filters.show)
      if (pageParam) query.set('cursor', pageParam)
      const response = await fetchOk(`${path}?${query}`, { signal })
      const { users } = (await response.json()) as AdminUsers
      return { users, nextCursor: response.headers.get(nextCursorHeader) }
    },
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    // Users join and change all the time, so the list is read again whenever it is opened.
    staleTime: 0,
  })
}

export const useUserDetails = (id: string) =>
  useQuery<AdminUserDetails>({ queryKey: [path, encodeURIComponent(id)], staleTime: 0 })

/** The newest flags about the account. */
export function useUserFlags(id: string) {
  return useQuery<{ flags: Flag[] }>({
    queryKey: [`/api/admin/flags?status=all&limit=20&subjectId=${encodeURIComponent(id)}`],
    staleTime: 0,
  })
}

/** What admins and moderators did with the account. */
export function useUserHistory(id: string) {
  return useQuery<{ audits: AuditEntry[] }>({
    queryKey: [`/api/admin/audits?targetType=user&limit=20&targetId=${encodeURIComponent(id)}`],
    staleTime: 0,
  })
}

/** A change of an account, which a dialog asks for. Afterwards its page is read again, also when the change was refused. */
export function useChangeUser(id: string) {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ method, what, body }: UserChange) => sendJson(method, `${path}/${id}/${what}`, body),
    onSuccess: (_, { done }) => toast({ title: 'Done', description: done }),
    onSettled: () => refetchUsers(queryClient),
  })
}

/** Changes the role of the account, with the viewer's own password. Rejects when it is refused. */
export function useChangeRole(id: string) {
  const queryClient = useQueryClient()
  return async (role: AccountRole, { password, done }: { password: string; done: string }) => {
    await sendJson('PUT', `${path}/${id}/role`, { role, password })
    toast({ title: 'Done', description: done })
    await refetchUsers(queryClient)
  }
}

const refetchUsers = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) => first === path || String(first).startsWith('/api/admin/audits'),
  })

export interface UserChange {
  method: 'PUT' | 'POST' | 'DELETE'
  what: 'premium' | 'recovery-code' | 'sessions' | 'suspension'
  body?: unknown
  /** What the toast says afterwards. */
  done: string
}
