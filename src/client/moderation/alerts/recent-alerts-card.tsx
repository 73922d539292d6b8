import { BellRing } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { timeAgo } from '#client/lib/dates.ts'
import { Card } from '#client/ui/card.tsx'
import type { Flag } from '#shared/flags.ts'
import { statusLabels } from '../flags/flag-labels.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { useLiveAlerts } from './live-alerts.ts'
import { listShown } from './recent-alerts.ts'

/** The newest flags since the page was opened, in a row that scrolls. On narrow screens, an open flag takes its place. */
export function RecentAlertsCard() {
  const recent = useLiveAlerts((alerts) => alerts.recent)
  const isFlagOpen = useDashboardAddress().flagId !== null
  return (
    <Card className={cx('mb-4 px-4 py-2', isFlagOpen && '@max-3xl/dashboard:hidden')}>
      <section aria-labelledby="recent-alerts">
        <div className="flex min-h-9 flex-wrap items-center gap-x-3">
          <h2
            id="recent-alerts"
            className="flex shrink-0 items-center gap-2 font-[550] font-sans text-sm tracking-normal"
          >
            <BellRing aria-hidden size={16} className="text-ink-soft" />
            Recent alerts
          </h2>
          {recent.length === 0 && (
            <p className="min-w-0 flex-[1_1_10rem] text-ink-soft text-sm">No new flags since you opened this page.</p>
          )}
        </div>
        {recent.length > 0 && (
          <ul className="fade-ends -mx-2 flex gap-1.5 overflow-x-auto [scrollbar-width:none]">
            {listShown(recent).map((flag) => (
              <RecentAlert key={flag.id} flag={flag} />
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}

function RecentAlert({ flag }: { flag: Flag }) {
  const { openFlag } = useDashboardAddress()
  return (
    <li className="max-w-80 flex-[1_0_11rem]">
      <button
        type="button"
        onClick={() => openFlag(flag.id)}
        className="flex min-h-11 w-full flex-col gap-1.5 rounded-md p-2 text-left hover:bg-curtain-wash focus-visible:outline-offset-[-3px]"
      >
        <span className="flex w-full items-center justify-between gap-2">
          <SeverityBadge severity={flag.severity} />
          <span className="shrink-0 text-2xs text-ink-soft">
            {flag.status === 'open' ? timeAgo(flag.createdAt) : statusLabels[flag.status]}
          </span>
        </span>
        <span className="line-clamp-2 text-sm leading-snug [overflow-wrap:anywhere]">{flag.summary}</span>
      </button>
    </li>
  )
}
