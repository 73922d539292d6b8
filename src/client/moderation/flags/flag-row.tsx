import { UserRound } from 'lucide-react'
import { useUser } from '#client/accounts/session.ts'
import { cx } from '#client/lib/cx.ts'
import { timeAgo } from '#client/lib/dates.ts'
import type { Flag } from '#shared/flags.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { FlagDue } from './flag-facts.tsx'
import { claimOf, isDecided } from './flag-filters.ts'
import { describeCount, personName } from './flag-labels.ts'

export const rowId = (id: string) => `flag-${id}`

interface FlagRowProps {
  flag: Flag
  isCurrent: boolean
  isSelected: boolean
  onOpen: () => void
  /** Left out where nothing can be selected. */
  onSelect?: () => void
}

export function FlagRow({ flag, isCurrent, isSelected, onOpen, onSelect }: FlagRowProps) {
  return (
    <li
      className={cx(
        'relative flex border-line border-b transition-colors last:border-b-0',
        isCurrent ? 'bg-curtain-wash' : 'hover:bg-curtain-wash/50',
      )}
    >
      {isCurrent && <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-curtain" />}
      {onSelect && (
        <label className="grid w-11 shrink-0 cursor-pointer place-items-start justify-items-center pt-3.5">
          <input type="checkbox" checked={isSelected} onChange={onSelect} className="choice" />
          <span className="sr-only">Select {flag.summary}</span>
        </label>
      )}
      <button
        type="button"
        id={rowId(flag.id)}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        className={cx(
          'flex min-w-0 flex-1 flex-col gap-1.5 py-3 pr-3.5 pl-2 text-left focus-visible:outline-offset-[-3px]',
          !onSelect && 'pl-4',
        )}
      >
        <span className="flex w-full items-center justify-between gap-2">
          <SeverityBadge severity={flag.severity} />
          <Due flag={flag} />
        </span>
        <span className="line-clamp-3 font-[550] text-sm leading-snug [overflow-wrap:anywhere]">{flag.summary}</span>
        <span className="flex w-full flex-wrap items-center gap-x-2.5 gap-y-0.5 text-ink-soft text-xs">
          <span>{timeAgo(flag.createdAt)}</span>
          {flag.reportCount > 1 && <span>{describeCount(flag)}</span>}
          {flag.escalatedAt !== null && <span>escalated</span>}
          {flag.effect === 'held' && <span>held back</span>}
          <Claimant flag={flag} />
        </span>
      </button>
    </li>
  )
}

function Due({ flag }: { flag: Flag }) {
  if (isDecided(flag)) {
    return flag.decision && <span className="truncate text-ink-soft text-xs">by {personName(flag.decision.by)}</span>
  }
  return <FlagDue flag={flag} />
}

function Claimant({ flag }: { flag: Flag }) {
  const claim = claimOf(flag, useUser().id)
  if (claim === 'nobody' || !flag.claim) return null
  return (
    <span className="flex min-w-0 items-center gap-1 font-[550] text-ink">
      <UserRound aria-hidden size={13} className="shrink-0" />
      <span className="truncate">{claim === 'me' ? 'claimed by you' : `claimed by ${flag.claim.name}`}</span>
    </span>
  )
}
