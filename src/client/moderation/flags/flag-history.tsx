import type { ReactNode } from 'react'
import { timeAgo } from '#client/lib/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Flag, FlagDetails } from '#shared/flags.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { isDecided } from './flag-filters.ts'
import { describeRecorded, effectLabels, personName, statusLabels } from './flag-labels.ts'

interface FlagHistoryProps {
  details: FlagDetails
  now: number
  onOpen: (id: string) => void
  /** Selects flags for bulk dismissal. */
  onSelectAll: (ids: string[]) => void
  onShowSubject: (subjectId: string) => void
}

/** Who reported the target, what moderators did with this flag, and the target's other flags. */
export function FlagHistory({ details, now, onOpen, onSelectAll, onShowSubject }: FlagHistoryProps) {
  const { flag, reports, actions, history } = details
  const duplicates = history.filter((other) => !isDecided(other))
  return (
    <div className="flex flex-col gap-7">
      {reports.length > 0 && (
        <Part title={reports.length === 1 ? 'Report' : `Reports (${flag.reportCount})`}>
          <ul className="divide-y divide-line">
            {reports.map((report) => (
              <li key={report.id} className="py-2.5 first:pt-0">
                <p className="text-ink-soft text-sm">
                  <span className="font-[550] text-ink">{personName(report.reporter)}</span>,{' '}
                  {timeAgo(report.createdAt, now)}
                  {report.seeded && '; the reporter’s own client sent this message'}
                </p>
                {report.note && (
                  <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                    {report.note}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {actions.length > 0 && (
        <Part title="Decisions">
          <ul className="divide-y divide-line">
            {actions.map((action) => (
              <li key={action.id} className="py-2.5 first:pt-0">
                <p className="text-ink-soft text-sm">
                  <span className="font-[550] text-ink">{personName(action.by)}</span> {describeRecorded(action.action)}{' '}
                  {timeAgo(action.createdAt, now)}
                </p>
                {action.note && (
                  <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                    {action.note}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Other flags of this target">
        {history.length === 0 && <p className="text-ink-soft text-sm">There are none.</p>}
        <ul className="-mx-2">
          {history.map((other) => (
            <OtherFlag key={other.id} flag={other} now={now} onOpen={() => onOpen(other.id)} />
          ))}
        </ul>
        <div className="mt-2 flex flex-wrap gap-2">
          {duplicates.length > 0 && !isDecided(flag) && (
            <Button variant="outline" onClick={() => onSelectAll([flag, ...duplicates].map(({ id }) => id))}>
              Select all {duplicates.length + 1} to dismiss them
            </Button>
          )}
          {flag.subject && (
            <Button variant="outline" onClick={() => flag.subject && onShowSubject(flag.subject.id)}>
              Flags about {personName(flag.subject)}
            </Button>
          )}
        </div>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  )
}

function OtherFlag({ flag, now, onOpen }: { flag: Flag; now: number; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-2 py-2 text-left text-sm hover:bg-curtain-wash"
      >
        <SeverityBadge severity={flag.severity} />
        <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">{flag.summary}</span>
        {isDecided(flag) && flag.effect && flag.effect !== 'none' && <span>{effectLabels[flag.effect]}</span>}
        <Badge>{statusLabels[flag.status]}</Badge>
        <span className="text-ink-soft text-xs">{timeAgo(flag.createdAt, now)}</span>
      </button>
    </li>
  )
}
