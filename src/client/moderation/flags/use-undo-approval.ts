import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '#client/accounts/session.ts'
import { invalidate } from '#client/lib/query-client.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { flagOfError, undoApproval } from './flag-api.ts'
import { applyFlag } from './flag-cache.ts'

/** Undoes an approval. A toast says what followed, or why it was refused. */
export function useUndoApproval() {
  const queryClient = useQueryClient()
  const { id: viewerId } = useUser()
  return async (flagId: string): Promise<void> => {
    const apply = (flag: Parameters<typeof applyFlag>[1]) =>
      applyFlag(queryClient, flag, { id: viewerId, now: Date.now() })
    try {
      const flag = await undoApproval(flagId)
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
