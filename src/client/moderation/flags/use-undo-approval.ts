import { useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate } from '#client/lib/query-client.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Flag } from '#shared/flags.ts'
import { applyFlag, flagOfError } from './flag-api.ts'

/** Undoes an approval. A toast says what followed, or why it was refused. */
export function useUndoApproval() {
  const queryClient = useQueryClient()
  return async (flagId: string): Promise<void> => {
    const apply = (flag: Flag) => applyFlag(queryClient, flag)
    try {
      const { flag } = await call('POST /api/admin/flags/:id/undo', { params: { id: flagId } })
      apply(flag)
      void invalidate(queryClient, 'GET /api/admin/audits', 'GET /api/admin/audits/head')
      toast({ title: 'Approval undone', description: `The flag is open again: ${flag.summary}` })
    } catch (error) {
      const current = flagOfError(error)
      if (current) apply(current)
      toastError(error, { fallback: 'Failed to process flag action' })
    }
  }
}
