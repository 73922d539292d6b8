import { call, HttpError } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf, usePages } from '#client/lib/query-client.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { RequestOf } from '#shared/api.ts'
import type { Flag } from '#shared/flags.ts'
import type { FlagFilters } from './flag-filters.ts'
import { describeConflict } from './flag-labels.ts'

export const flagOf = (id: string) => queryOf('GET /api/admin/flags/:id', { params: { id } })

export function useFlags(filters: FlagFilters) {
  // Escalated flags can be overdue too: "overdue" among the open ones has both.
  const status = filters.overdue && filters.status === 'open' ? 'all' : filters.status
  return usePages('GET /api/admin/flags', { ...filters, status, overdue: filters.overdue ? 'true' : undefined })
}

export type FlagAct = RequestOf<'POST /api/admin/flags/:id/action'>['body']

/** The flag as it is now, which the server sends when it refuses an action with 409. */
export function flagOfError(error: unknown): Flag | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null
  return (error.body as { flag?: Flag } | null)?.flag ?? null
}

/** Says why a change of a flag was refused. After a conflict the flag is shown as it is now, with who changed it. */
export function showFlagError(error: unknown, fallback: string): void {
  const current = flagOfError(error)
  if (current) applyFlag(current)
  else void refetchFlags()
  toastError((current && describeConflict(current)) ?? error, { fallback })
}

/** Shows a flag as the server has sent it, and loads the queue again. */
export function applyFlag(flag: Flag): void {
  queryClient.setQueryData(flagOf(flag.id).queryKey, (known) => known && { ...known, flag })
  void refetchFlags()
}

export function refetchFlags(): Promise<void> {
  return invalidate('GET /api/admin/flags', 'GET /api/admin/flags/:id', 'GET /api/admin/flags/count')
}

/** Undoes an approval. A toast says what followed, or why it was refused. */
export async function undoApproval(flagId: string): Promise<void> {
  try {
    const { flag } = await call('POST /api/admin/flags/:id/undo', { params: { id: flagId } })
    applyFlag(flag)
    void invalidate('GET /api/admin/audits', 'GET /api/admin/audits/head')
    toast({ title: 'Approval undone', description: `The flag is open again: ${flag.summary}` })
  } catch (error) {
    const current = flagOfError(error)
    if (current) applyFlag(current)
    toastError(error, { fallback: 'Failed to process flag action' })
  }
}
