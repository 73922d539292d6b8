import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf, usePages } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { toast } from '#client/ui/toast-store.ts'
import { accountTypes } from '#shared/accounts.ts'
import { type AccountRole, userStates } from '#shared/users.ts'
import type { UserFilters } from './user-filters.ts'

export function useUsers({ search, show }: UserFilters) {
  const state = userStates.find((state) => state === show)
  const plan = accountTypes.find((plan) => plan === show)
  // Users join and change all the time, so the list is read again whenever it is opened.
  return usePages('GET /api/admin/users', { search: search || undefined, state, plan }, { staleTime: 0 })
}

export const useUserDetails = (id: string) =>
  useQuery({ ...queryOf('GET /api/admin/users/:id', { params: { id } }), staleTime: 0 })

export function useUserFlags(id: string) {
  const query = { status: 'all', limit: 20, subjectId: id } as const
  return useQuery({ ...queryOf('GET /api/admin/flags', { query }), staleTime: 0 })
}

export function useUserHistory(id: string) {
  const query = { targetType: 'user', limit: 20, targetId: id } as const
  return useQuery({ ...queryOf('GET /api/admin/audits', { query }), staleTime: 0 })
}

/** A change of an account, which a dialog asks for. Afterwards its page is read again, also when the change was refused. */
export function useChangeUser<Answer>() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ send }: { send: () => Promise<Answer>; done: string }) => send(),
    // `done` is what the toast says afterwards.
    onSuccess: (_, { done }) => toast({ title: 'Done', description: done }),
    onSettled: () => refetchUsers(queryClient),
  })
}

/** Changes the role of the account, with the viewer's own password. Rejects when it is refused. */
export function useChangeRole(id: string) {
  const queryClient = useQueryClient()
  return async (role: AccountRole, { password, done }: { password: string; done: string }) => {
    await call('PUT /api/admin/users/:id/role', { params: { id }, body: { role, password } })
    toast({ title: 'Done', description: done })
    await refetchUsers(queryClient)
  }
}

const refetchUsers = (queryClient: QueryClient) =>
  invalidate(queryClient, 'GET /api/admin/users', 'GET /api/admin/users/:id', 'GET /api/admin/audits')
