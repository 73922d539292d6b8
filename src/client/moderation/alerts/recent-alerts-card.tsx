import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { timeAgo } from '#client/lib/dates.ts'
import { useIsMobile } from '#client/lib/media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Flag } from '#shared/flags.ts'
import { statusLabels } from '../flags/flag-labels.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { useLiveAlerts } from './live-alerts.ts'
import { listShown } from './recent-alerts.ts'

/** The newest flags since the page was opened. Beside an open flag only one is shown, and on narrow screens none. */
export function RecentAlertsCard() {
  const recent = useLiveAlerts((alerts) => alerts.recent)
  const isFlagOpen = useDashboardAddress().flagId !== null
  const [isExpanded, setExpanded] = useState(false)
  const isCompact = useIsMobile() || isFlagOpen
  const isList = !isCompact || isExpanded
  const listed = listShown(recent)
  const shown = isList ? listed : listed.slice(0, 1)
  return (
    <Card className={cx('mb-4 px-4 py-2', isFlagOpen && '@max-3xl/dashboard:hidden')}>
      <section
        aria-labelledby="recent-alerts"
        className={cx('@container', !isList && 'flex flex-wrap items-center gap-x-3')}
      >
        <div className={cx('flex min-h-9 flex-wrap items-center gap-x-3', isList && 'justify-between')}>
          <h2
            id="recent-alerts"
            className="flex shrink-0 items-center gap-2 font-[550] font-sans text-sm tracking-normal"
          >
            <BellRing aria-hidden size={16} className="text-ink-soft" />
            Recent alerts
          </h2>
          {recent.length === 0 && (
            <p className="mr-auto min-w-0 flex-[1_1_10rem] text-ink-soft text-sm">
              No new flags since you opened this page.
            </p>
          )}
          {isCompact && isExpanded && (
            <Button
              variant="quiet"
              className="min-h-9 py-1.5 pointer-coarse:min-h-11"
              onClick={() => setExpanded(false)}
            >
              Show the newest only
            </Button>
          )}
        </div>
        {shown.length > 0 && (
          <ul
            className={
              isList
                ? '-mx-2 @3xl:grid @3xl:grid-cols-5 @3xl:gap-1.5 divide-y divide-line @3xl:divide-y-0'
                : 'min-w-0 flex-1 basis-60'
            }
          >
            {shown.map((flag) => (
              <RecentAlert key={flag.id} flag={flag} isLine={!isList} />
            ))}
          </ul>
        )}
        {!isList && recent.length > 1 && (
          <Button
            variant="quiet"
            aria-expanded={false}
            className="min-h-9 py-1.5 pointer-coarse:min-h-11"
            onClick={() => setExpanded(true)}
          >
            {listed.length - 1} more
          </Button>
        )}
      </section>
    </Card>
  )
}

interface RecentAlertProps {
  flag: Flag
  /** In one line, instead of a column of the card. */
  isLine: boolean
}

function RecentAlert({ flag, isLine }: RecentAlertProps) {
  const { openFlag } = useDashboardAddress()
  const time = (
    <span className="shrink-0 text-2xs text-ink-soft">
      {flag.status === 'open' ? timeAgo(flag.createdAt) : statusLabels[flag.status]}
    </span>
  )
  return (
    <li className="min-w-0">
      <button
        type="button"
        onClick={() => openFlag(flag.id)}
        className={cx(
          'w-full rounded-md px-2 text-left hover:bg-curtain-wash',
          isLine ? 'flex min-h-9 items-center gap-3 pointer-coarse:min-h-11' : 'flex min-h-11 flex-col gap-1.5 py-2',
        )}
      >
        {isLine ? (
          <SeverityBadge severity={flag.severity} />
        ) : (
          <span className="flex w-full items-center justify-between gap-2">
            <SeverityBadge severity={flag.severity} />
            {time}
          </span>
        )}
        <span
          className={cx('text-sm leading-snug', isLine ? 'min-w-0 truncate' : 'line-clamp-2 [overflow-wrap:anywhere]')}
        >
          {flag.summary}
        </span>
        {isLine && time}
      </button>
    </li>
  )
}
