import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { timeAgo } from '#client/lib/dates.ts'
import type { Flag } from '#shared/flags.ts'
import { isDecided, isOverdue } from './flag-filters.ts'
import { describeConflict, describeCount, describeDue, effectLabels, personName, sourceLabels } from './flag-labels.ts'

export function FlagDue({ flag, now }: { flag: Flag; now: number }) {
  if (isDecided(flag)) return null
  if (!isOverdue(flag, now)) return <span className="text-ink-soft text-xs">{describeDue(flag.dueAt, now)}</span>
  return (
    <span className="flex items-center gap-1 font-[550] text-danger text-xs">
      <AlarmClock aria-hidden size={14} />
      {describeDue(flag.dueAt, now)}
    </span>
  )
}

export function FlagFacts({ flag, now }: { flag: Flag; now: number }) {
  const { subject } = flag
  const { search } = useLocation()
  const count = describeCount(flag)
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span>{sourceLabels[flag.source]}</span>
      <span>Raised {timeAgo(flag.createdAt, now)}</span>
      {count && <span>{count}</span>}
      {flag.escalatedAt !== null && <span>Escalated {timeAgo(flag.escalatedAt, now)}</span>}
      {flag.effect === 'held' && <span>{effectLabels.held}</span>}
      {subject && (
        <span>
          Account:{' '}
          <Link
            to={`/admin/users/${subject.id}`}
            state={{ flags: search }}
            // The padding makes it large enough for a finger.
            className="-m-3 inline-block rounded-sm p-3 font-[550] text-curtain underline underline-offset-4"
          >
            {personName(subject)}
          </Link>
          , {subject.strikes === 1 ? '1 strike' : `${subject.strikes} strikes`}
        </span>
      )}
    </p>
  )
}

export function FlagOutcome({ flag, now }: { flag: Flag; now: number }) {
  return (
    <FlagNotice>
      {describeConflict(flag, now)}
      {flag.effect && flag.effect !== 'none' && ` ${effectLabels[flag.effect]}.`}
      {flag.suspendedUntil !== null && ` Account suspended until ${new Date(flag.suspendedUntil).toLocaleString()}.`}
      {flag.reversedAt !== null && ` Undone after an appeal ${timeAgo(flag.reversedAt, now)}.`}
    </FlagNotice>
  )
}

export function FlagNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-4 rounded-md border border-line bg-card px-4 py-3 font-[550]">
      {children}
    </p>
  )
}
