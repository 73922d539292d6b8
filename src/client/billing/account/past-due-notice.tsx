import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { queryOf } from '#client/lib/query-client.ts'
import { PortalButton } from './portal-button.tsx'

/** Shown to Premium users whose last renewal was not paid. They keep Premium while the provider tries again. */
export function PastDueNotice() {
  const { data } = useQuery(queryOf('GET /api/subscription'))
  if (data?.subscription?.state !== 'past_due') return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-gilt border-b bg-sunken px-4 py-2 text-sm"
    >
      <span className="flex items-center gap-2">
        <TriangleAlert aria-hidden size={16} className="shrink-0 text-gilt-ink" />
        Your last payment did not go through. Update your card to keep Premium.
      </span>
      <PortalButton label="Update your card" />
    </div>
  )
}
