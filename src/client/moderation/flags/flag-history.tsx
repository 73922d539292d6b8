import type { ReactNode } from 'react'
import { timeAgo } from '#client/lib/dates.ts'
import { Button } from '#client/ui/button.tsx'
import type { Flag, FlagDetails } from '#shared/flags.ts'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { FlagLine } from './flag-facts.tsx'
import { listDuplicates } from './flag-filters.ts'
import { describeRecorded, personName } from './flag-labels.ts'
import { selectFlags } from './flag-selection.ts'

/** Of the newest reports, the server sends so many. */
const reportsShown = 50

export function FlagHistory({ details: { flag, reports, actions, history } }: { details: FlagDetails }) {
  const { filters, setFilters } = useDashboardAddress()
  const duplicates = listDuplicates(flag, history)
  return (
    <div className="flex flex-col gap-7">
      {(reports.length > 0 || flag.source === 'report') && (
        <Part title={flag.reportCount === 1 ? 'Report' : `Reports (${flag.reportCount})`}>
          <Reports flag={flag} reports={reports} />
        </Part>
      )}
      {actions.length > 0 && (
        <Part title="Decisions">
          <RecordedActions actions={actions} />
        </Part>
      )}
      <Part title="Other flags of this target">
        {history.length === 0 && <p className="text-ink-soft text-sm">There are none.</p>}
        <ul className="-mx-2">
          {history.map((other) => (
            <OtherFlag key={other.id} flag={other} />
          ))}
        </ul>
        <div className="mt-2 flex flex-wrap gap-2 *:whitespace-normal">
          {duplicates.length > 0 && (
            <Button variant="outline" onClick={() => selectFlags([flag, ...duplicates])}>
              Select all {duplicates.length + 1} to dismiss them
            </Button>
          )}
          {flag.subject && (
            <Button
              variant="outline"
              onClick={() => setFilters({ status: filters.status, subjectId: flag.subject?.id })}
            >
              Flags about {personName(flag.subject)}
            </Button>
          )}
        </div>
      </Part>
    </div>
  )
}

function Reports({ flag, reports }: Pick<FlagDetails, 'flag' | 'reports'>) {
  const missing = flag.reportCount - reports.length - (flag.source === 'report' ? 0 : 1)
  return (
    <>
      <ul className="divide-y divide-line">
        {reports.map(({ id, reporter, createdAt, seeded, note }) => (
          <Entry key={id} name={personName(reporter)} note={note}>
            , {timeAgo(createdAt)}
            {seeded && '; the reporter’s own client sent this message'}
          </Entry>
        ))}
      </ul>
      {missing > 0 && (
        <p className="text-ink-soft text-sm">
          {missing} {reports.length > 0 && 'more '}
          {reports.length < reportsShown && 'by accounts that were deleted meanwhile, or by the safety policy'}
        </p>
      )}
    </>
  )
}

export function RecordedActions({ actions }: { actions: FlagDetails['actions'] }) {
  return (
    <ul className="divide-y divide-line">
      {actions.map(({ id, by, action, createdAt, note }) => (
        <Entry key={id} name={personName(by)} note={note}>
          {' '}
          {describeRecorded(action)} {timeAgo(createdAt)}
        </Entry>
      ))}
    </ul>
  )
}

function Entry({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className="py-2.5 first:pt-0">
      <p className="text-ink-soft text-sm">
        <span className="font-[550] text-ink">{name}</span>
        {children}
      </p>
      {note && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
    </li>
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

function OtherFlag({ flag }: { flag: Flag }) {
  const { openFlag } = useDashboardAddress()
  return (
    <li>
      <button
        type="button"
        onClick={() => openFlag(flag.id)}
        className="block w-full rounded-md px-2 py-2.5 text-left text-sm hover:bg-curtain-wash"
      >
        <FlagLine flag={flag} />
      </button>
    </li>
  )
}
