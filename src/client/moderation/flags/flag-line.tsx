import { timeAgo } from '#client/lib/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { Flag } from '#shared/flags.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { effectLabels, statusLabels } from './flag-labels.ts'

/** A flag in a list of flags about the same account or target. */
export function FlagLine({ flag, now }: { flag: Flag; now: number }) {
  return (
    <>
      <span className="block font-[550] [overflow-wrap:anywhere]">{flag.summary}</span>
      <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-soft text-xs">
        <SeverityBadge severity={flag.severity} />
        <Badge>{statusLabels[flag.status]}</Badge>
        {flag.effect && flag.effect !== 'none' && <span>{effectLabels[flag.effect]}</span>}
        <span>{timeAgo(flag.createdAt, now)}</span>
      </span>
    </>
  )
}
