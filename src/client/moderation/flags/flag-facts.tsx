import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { timeAgo } from '#client/lib/dates.ts'
import { counted } from '#client/lib/format-count.ts'
import { SeverityBadge } from '#client/moderation/severity-badge.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Flag } from '#shared/flags.ts'
import { flagCategories } from '#shared/moderation.ts'
import { undoApproval } from './flag-api.ts'
import { isDecided, isOverdue } from './flag-filters.ts'
import {
  describeConflict,
  describeCount,
  describeDue,
  effectLabels,
  personName,
  sourceLabels,
  statusLabels,
} from './flag-labels.ts'

export function FlagDue({ flag }: { flag: Flag }) {
  if (isDecided(flag)) return null
  if (!isOverdue(flag)) return <span className="text-ink-soft text-xs">{describeDue(flag.dueAt)}</span>
  return (
    <span className="flex items-center gap-1 font-[550] text-danger text-xs">
      <AlarmClock aria-hidden size={14} />
      {describeDue(flag.dueAt)}
    </span>
  )
}

export function FlagFacts({ flag }: { flag: Flag }) {
  const { subject } = flag
  const { search } = useLocation()
  const count = describeCount(flag)
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span>{sourceLabels[flag.source]}</span>
      <span>Raised {timeAgo(flag.createdAt)}</span>
      {count && <span>{count}</span>}
      {flag.escalatedAt !== null && <span>Escalated {timeAgo(flag.escalatedAt)}</span>}
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
          , {counted(subject.strikes, 'strike')}
        </span>
      )}
    </p>
  )
}

export function FlagOutcome({ flag }: { flag: Flag }) {
  const { id: viewerId, accountType } = useUser()
  const isOwn = flag.subject?.id === viewerId
  const mayUndo = accountType === 'admin' || flag.decision?.by.id === viewerId
  return (
    <FlagNotice
      action={
        flag.status === 'resolved' &&
        flag.reversedAt === null &&
        mayUndo &&
        !isOwn && (
          <Button variant="outline" onClick={() => void undoApproval(flag.id)}>
            Undo the approval
          </Button>
        )
      }
    >
      {describeConflict(flag)}
      {flag.effect && flag.effect !== 'none' && ` ${effectLabels[flag.effect]}.`}
      {flag.suspendedUntil !== null && ` Account suspended until ${new Date(flag.suspendedUntil).toLocaleString()}.`}
      {flag.reversedAt !== null && ` Undone after an appeal ${timeAgo(flag.reversedAt)}.`}
      {flag.reason && (
        <span dir="auto" className="mt-1 block whitespace-pre-wrap font-normal [overflow-wrap:anywhere]">
          {flag.citedRule && `${flagCategories[flag.citedRule].label}: `}“{flag.reason}”
        </span>
      )}
    </FlagNotice>
  )
}

export function FlagNotice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-card px-4 py-3">
      <p role="status" className="min-w-56 flex-1 font-[550]">
        {children}
      </p>
      {action}
    </div>
  )
}

/** A flag in a list of flags about the same account or target. */
export function FlagLine({ flag }: { flag: Flag }) {
  return (
    <>
      <span className="block font-[550] [overflow-wrap:anywhere]">{flag.summary}</span>
      <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-soft text-xs">
        <SeverityBadge severity={flag.severity} />
        <Badge>{statusLabels[flag.status]}</Badge>
        {flag.effect && flag.effect !== 'none' && <span>{effectLabels[flag.effect]}</span>}
        <span>{timeAgo(flag.createdAt)}</span>
      </span>
    </>
  )
}
