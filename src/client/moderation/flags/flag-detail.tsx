import { AlarmClock, ArrowLeft, Gavel, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { timeAgo } from '#client/lib/dates.ts'
import { useIsMobile } from '#client/lib/media-query.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Flag, FlagAction, FlagDetails } from '#shared/flags.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { actionButtonId, DecisionPanel, noteName } from './decision-panel.tsx'
import { Evidence } from './evidence.tsx'
import { useFlag } from './flag-api.ts'
import { isDecided, isOverdue } from './flag-filters.ts'
import { FlagHistory } from './flag-history.tsx'
import { describeConflict, describeDue, effectLabels, personName, sourceLabels, statusLabels } from './flag-labels.ts'
import { useClaim } from './use-claim.ts'
import { useTriageKeys } from './use-triage-keys.ts'

export const detailHeadingId = 'flag-heading'

interface FlagDetailProps {
  id: string
  viewerId: string
  now: number
  onBack: () => void
  /** An action was completed. */
  onDone: () => void
  onOpen: (id: string) => void
  onSelectAll: (ids: string[]) => void
  onShowSubject: (subjectId: string) => void
}

/** The open flag. Use the flag's id as key. */
export function FlagDetail(props: FlagDetailProps) {
  const query = useFlag(props.id)
  if (query.isPending) return <DetailSkeleton onBack={props.onBack} />
  if (query.isError) {
    return (
      <>
        <BackButton onBack={props.onBack} />
        <LoadError what="this flag" error={query.error} onRetry={() => void query.refetch()} />
      </>
    )
  }
  return <LoadedFlag {...props} details={query.data} />
}

function LoadedFlag({ details, ...props }: FlagDetailProps & { details: FlagDetails }) {
  const { viewerId, now, onBack, onDone } = props
  const { flag } = details
  const isMobile = useIsMobile()
  const [isRevealed, setRevealed] = useState(false)
  const [isDeciding, setDeciding] = useState(false)
  const claim = useClaim(flag, viewerId)
  const heading = useRef<HTMLHeadingElement>(null)
  const isOwn = flag.subject?.id === viewerId
  const canDecide = !isDecided(flag) && !isOwn
  const claimant = claim.owner === 'others' && flag.claim ? flag.claim.name : null

  // On narrow screens the flag replaces the queue, whose focused row is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])

  const toggleEvidence = () => {
    setRevealed(!isRevealed)
    // Who reads the evidence works on the flag, and others should see it.
    if (!isRevealed && canDecide && claim.owner === 'nobody') claim.claim(flag.id)
  }
  const choose = (action: FlagAction) => {
    if (!canDecide) return
    if (isMobile) setDeciding(true)
    else document.getElementById(actionButtonId(action))?.focus()
  }
  useTriageKeys({
    a: () => choose('approve'),
    d: () => choose('dismiss'),
    e: () => choose('escalate'),
    n: () => {
      if (canDecide && isMobile) setDeciding(true)
      else document.querySelector<HTMLElement>(`[name=${noteName}]`)?.focus()
    },
    s: toggleEvidence,
    c: () => {
      if (!canDecide) return
      if (claim.owner === 'me') claim.release(flag.id)
      else claim.claim(flag.id)
    },
  })

  const panel = canDecide && <DecisionPanel flag={flag} viewerId={viewerId} claimant={claimant} onDone={onDone} />
  return (
    <article aria-labelledby={detailHeadingId} className="@container">
      {!isMobile && <BackButton onBack={onBack} />}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 @max-xl:basis-full">
          <p className="mb-2 flex flex-wrap items-center gap-2">
            <SeverityBadge severity={flag.severity} />
            <Badge>{statusLabels[flag.status]}</Badge>
            <span className="text-ink-soft text-xs">{sourceLabels[flag.source]}</span>
            <Due flag={flag} now={now} />
          </p>
          <h2
            id={detailHeadingId}
            ref={heading}
            tabIndex={-1}
            className="@xl:text-2xl text-xl outline-none [overflow-wrap:anywhere]"
          >
            {flag.summary}
          </h2>
        </div>
        {canDecide && <ClaimButton flag={flag} claim={claim} claimant={claimant} />}
      </div>
      <Facts flag={flag} now={now} />
      {flag.details && (
        <p dir="auto" className="mt-3 whitespace-pre-wrap rounded-md bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
          {flag.details}
        </p>
      )}
      {isDecided(flag) && <Outcome flag={flag} now={now} />}
      {isOwn && !isDecided(flag) && (
        <Notice>This flag is about your own account or content. Another admin has to decide it.</Notice>
      )}
      {panel && !isMobile && (
        <div className="-mx-1 sticky top-0 z-10 mt-4 border-line border-y bg-paper px-1 py-4">{panel}</div>
      )}
      <div className="mt-6 flex flex-col gap-7 max-md:pb-24">
        <Evidence evidence={details.evidence} isRevealed={isRevealed} onToggle={toggleEvidence} />
        <FlagHistory {...props} details={details} />
      </div>
      {isMobile && <MobileBar onBack={onBack} onDecide={canDecide ? () => setDeciding(true) : null} />}
      {isMobile && panel && (
        <Dialog open={isDeciding} onOpenChange={setDeciding} title="Decide this flag" description={flag.summary}>
          {panel}
        </Dialog>
      )}
    </article>
  )
}

interface MobileBarProps {
  onBack: () => void
  /** Null where there is nothing to decide. */
  onDecide: (() => void) | null
}

/** At the bottom of phones, within reach of the thumbs; toasts are at the top there. */
function MobileBar({ onBack, onDecide }: MobileBarProps) {
  // The dashboard is a CSS container, which fixed elements inside would be relative to.
  return createPortal(
    <section
      aria-label="Flag actions"
      className="fixed inset-x-0 bottom-0 z-30 flex gap-2 border-line border-t bg-paper px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      <Button variant="outline" onClick={onBack}>
        <ArrowLeft aria-hidden size={17} />
        Queue
      </Button>
      {onDecide && (
        <Button className="flex-1" onClick={onDecide}>
          <Gavel aria-hidden size={17} />
          Decide
        </Button>
      )}
    </section>,
    document.body,
  )
}

/** Where the flag has taken the place of the queue. */
function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <div className="mb-4 @3xl/dashboard:hidden max-md:hidden">
      <Button variant="outline" onClick={onBack}>
        <ArrowLeft aria-hidden size={17} />
        Back to the queue
      </Button>
    </div>
  )
}

interface ClaimButtonProps {
  flag: Flag
  claim: ReturnType<typeof useClaim>
  claimant: string | null
}

function ClaimButton({ flag, claim, claimant }: ClaimButtonProps) {
  if (claimant !== null) {
    return (
      <Badge variant="soft" className="px-3 py-2 text-xs">
        <UserRound aria-hidden size={14} />
        Claimed by {claimant}
      </Badge>
    )
  }
  const isMine = claim.owner === 'me'
  return (
    <Button
      variant="outline"
      aria-pressed={isMine}
      aria-keyshortcuts="c"
      disabled={claim.isPending}
      onClick={() => (isMine ? claim.release(flag.id) : claim.claim(flag.id))}
    >
      <UserRound aria-hidden size={16} />
      {isMine ? 'Claimed by you' : 'Claim'}
    </Button>
  )
}

function Due({ flag, now }: { flag: Flag; now: number }) {
  if (isDecided(flag)) return null
  if (!isOverdue(flag, now)) return <span className="text-ink-soft text-xs">{describeDue(flag.dueAt, now)}</span>
  return (
    <span className="flex items-center gap-1 font-[550] text-danger text-xs">
      <AlarmClock aria-hidden size={14} />
      {describeDue(flag.dueAt, now)}
    </span>
  )
}

function Facts({ flag, now }: { flag: Flag; now: number }) {
  const { subject } = flag
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span>Raised {timeAgo(flag.createdAt, now)}</span>
      <span>{flag.reportCount === 1 ? '1 report' : `${flag.reportCount} reports`}</span>
      {flag.escalatedAt !== null && <span>Escalated {timeAgo(flag.escalatedAt, now)}</span>}
      {flag.effect === 'held' && <span>{effectLabels.held}</span>}
      {subject && (
        <span>
          Account: <span className="font-[550] text-ink">{personName(subject)}</span>,{' '}
          {subject.strikes === 1 ? '1 strike' : `${subject.strikes} strikes`}
        </span>
      )}
    </p>
  )
}

function Outcome({ flag, now }: { flag: Flag; now: number }) {
  return (
    <Notice>
      {describeConflict(flag, now)}
      {flag.effect && flag.effect !== 'none' && ` ${effectLabels[flag.effect]}.`}
      {flag.suspendedUntil !== null && ` Account suspended until ${new Date(flag.suspendedUntil).toLocaleString()}.`}
      {flag.reversedAt !== null && ` Undone after an appeal ${timeAgo(flag.reversedAt, now)}.`}
    </Notice>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-4 rounded-md border border-line bg-card px-4 py-3 font-[550]">
      {children}
    </p>
  )
}

function DetailSkeleton({ onBack }: { onBack: () => void }) {
  return (
    <div role="status" aria-label="Loading the flag">
      <BackButton onBack={onBack} />
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-3 h-8 w-4/5" />
      <Skeleton className="mt-6 h-32 w-full rounded-lg" />
      <Skeleton className="mt-6 h-56 w-full rounded-lg" />
    </div>
  )
}
