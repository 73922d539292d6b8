import { useQueryClient } from '@tanstack/react-query'
import { invalidate, usePages } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { toast } from '#client/ui/toast-store.ts'
import { accountTypes } from '#shared/accounts.ts'
import { userStates } from '#shared/users.ts'
import type { UserFilters } from './user-filters.ts'

export function useUsers({ search, show }: UserFilters) {
  const state = userStates.find((state) => state === show)
  const plan = accountTypes.find((plan) => plan === show)
  // Users join and change all the time, so the list is read again whenever it is opened.
  return usePages('GET /api/admin/users', { search: search || undefined, state, plan }, { staleTime: 0 })
}

/** A change of an account, which a dialog asks for. Afterwards its page is read again, also when the change was refused. */
export function useChangeUser<Answer>() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ send }: { send: () => Promise<Answer>; done: string }) => send(),
    // `done` is what the toast says afterwards.
    onSuccess: (_, { done }) => toast({ title: 'Done', description: done }),
    onSettled: () =>
      invalidate(queryClient, 'GET /api/admin/users', 'GET /api/admin/users/:id', 'GET /api/admin/audits'),
  })
}
