import { useQuery } from '@tanstack/react-query'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Notice } from '#shared/notices.ts'

const query = queryOf('GET /api/notices')

export function useNotices() {
  return useQuery(query)
}

export function useNewNoticeCount(): number {
  const { data } = useNotices()
  return data?.notices.filter(({ at }) => at > data.seenAt).length ?? 0
}

/** Nothing is new any more, everywhere but in what shows them now. */
export function setSeen(seenAt: number): void {
  queryClient.setQueryData(query.queryKey, (known) => known && { ...known, seenAt })
}

/** Loads the notices again, and shows the newest one if it was not known. */
export async function showNewNotices(): Promise<void> {
  const before = queryClient.getQueryData(query.queryKey)
  const now = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
  const [newest] = now?.notices ?? []
  if (!before || !newest || newest.at <= Math.max(before.seenAt, before.notices[0]?.at ?? 0)) return
  toast({ title: describeNotice(newest), description: 'It is among the notices of your account.' })
}

export function describeNotice({ kind, name, granted }: Notice): string {
  if (kind === 'character') return `${name} was changed by its author`
  if (kind === 'decision')
    return `Moderators decided about ${name || 'your account'}: read it under “Decisions about you”`
  const about = name === '' ? '' : ` about ${name}`
  if (kind === 'appeal') return `Your appeal${about} was ${granted ? 'granted' : 'rejected'}`
  return `Your report${about} was decided: ${granted ? 'action was taken' : 'no action was taken'}`
}
