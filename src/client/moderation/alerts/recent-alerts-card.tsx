import { BellRing } from 'lucide-react'
import { timeAgo } from '#client/lib/dates.ts'
import { Card } from '#client/ui/card.tsx'
import type { Flag } from '#shared/flags.ts'
import { statusLabels } from '../flags/flag-labels.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { recentAlerts } from './recent-alerts.ts'

interface RecentAlertsCardProps {
  recent: readonly Flag[]
  now: number
  onOpen: (id: string) => void
}

/** The newest flags since the page was opened. */
export function RecentAlertsCard({ recent, now, onOpen }: RecentAlertsCardProps) {
  return (
    <Card className="mb-5 px-4 py-3">
      <section aria-labelledby="recent-alerts" className="@container">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="recent-alerts" className="flex items-center gap-2 font-[550] font-sans text-sm tracking-normal">
            <BellRing aria-hidden size={16} className="text-ink-soft" />
            Recent alerts
          </h2>
          {recent.length === 0 && <p className="text-ink-soft text-sm">No new flags since you opened this page.</p>}
        </div>
        {recent.length > 0 && (
          <ul className="mt-1.5 @3xl:grid @3xl:grid-cols-5 @3xl:gap-1.5 divide-y @3xl:divide-y-0 divide-line">
            {recent.slice(0, recentAlerts.shown).map((flag) => (
              <li key={flag.id} className="min-w-0">
                <button
                  type="button"
                  onClick={() => onOpen(flag.id)}
                  className="flex min-h-11 w-full flex-col gap-1.5 rounded-md px-2 py-2 text-left hover:bg-curtain-wash"
                >
                  <span className="flex w-full items-center justify-between gap-2">
                    <SeverityBadge severity={flag.severity} />
                    <span className="truncate text-2xs text-ink-soft">
                      {flag.status === 'open' ? timeAgo(flag.createdAt, now) : statusLabels[flag.status]}
                    </span>
                  </span>
                  <span className="line-clamp-2 text-sm leading-snug [overflow-wrap:anywhere]">{flag.summary}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}
