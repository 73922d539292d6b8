import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Gavel, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useUser } from '#client/accounts/session.ts'
import { useIsMobile } from '#client/lib/media-query.ts'
import { hasPageFocus } from '#client/lib/page-focus.ts'
import { SeverityBadge } from '#client/moderation/severity-badge.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { createDialog } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import type { FlagAction, FlagDetails } from '#shared/flags.ts'
import { AppealedDecision } from './appealed-decision.tsx'
import { actionButtonId, DecisionPanel, type DecisionPanelProps, noteName } from './decision-panel.tsx'
import { Evidence, EvidenceButton } from './evidence.tsx'
import { flagOf } from './flag-api.ts'
import { FlagDue, FlagFacts, FlagNotice, FlagOutcome } from './flag-facts.tsx'
import { isDecided } from './flag-filters.ts'
import { FlagHistory } from './flag-history.tsx'
import { statusLabels } from './flag-labels.ts'
import { useClaim } from './use-claim.ts'
import { useTriageKeys } from './use-triage-keys.ts'

/** The decision of a flag where there is no room for it beside the flag. */
const decisionDialog = createDialog(({ onDone, ...props }: DecisionPanelProps) => {
  const close = useClose()
  const finish = () => {
    close()
    onDone()
  }
  return (
    <Dialog title="Decide this flag" description={props.flag.summary}>
      <DecisionPanel {...props} onDone={finish} />
    </Dialog>
  )
})

export const detailHeadingId = 'flag-heading'

interface FlagDetailProps {
  id: string
  onBack: () => void
  onDone: () => void
}

/** The open flag. Use the flag's id as key. */
export function FlagDetail(props: FlagDetailProps) {
  const query = useQuery(flagOf(props.id))
  if (query.data) return <LoadedFlag {...props} details={query.data} />
  return (
    <>
      <BackButton onBack={props.onBack} />
      {query.isPending && <PageSkeleton label="Loading the flag" parts={['h-20', 'h-32', 'h-56']} />}
      <LoadError what="this flag" query={query} />
    </>
  )
}

function LoadedFlag({ details, onBack, onDone }: FlagDetailProps & { details: FlagDetails }) {
  const { flag } = details
  const { id: viewerId, accountType } = useUser()
  const isMobile = useIsMobile()
  const [isRevealed, setRevealed] = useState(false)
  const claim = useClaim(flag)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasEvidence = (details.appealed ?? details).evidence.length > 0
  const isOwn = flag.subject?.id === viewerId
  const isForAdmins = flag.status === 'acknowledged' && accountType !== 'admin'
  const canDecide = !isDecided(flag) && !isOwn && !isForAdmins
  const claimant = claim.owner === 'others' && flag.claim ? flag.claim.name : null
  const decision = { flag, claimant, onDone }
  const decide = () => decisionDialog.open(decision)
  // Somebody else has decided it.
  useEffect(() => (canDecide ? undefined : decisionDialog.close()), [canDecide])

  // On narrow screens the flag replaces the queue, whose focused row is gone.
  useEffect(() => {
    if (hasPageFocus()) heading.current?.focus({ preventScroll: true })
  }, [])

  const toggleEvidence = () => {
    setRevealed(!isRevealed)
    // Who reads the evidence works on the flag, and others should see it.
    if (!isRevealed && canDecide && claim.owner === 'nobody') claim.claim()
  }
  const choose = (action: FlagAction) => {
    if (!canDecide) return
    if (isMobile) decide()
    else document.getElementById(actionButtonId(action))?.focus()
  }
  useTriageKeys({
    a: () => choose('approve'),
    d: () => choose('dismiss'),
    e: () => choose('escalate'),
    n: () => {
      if (canDecide && isMobile) decide()
      else document.querySelector<HTMLElement>(`[name=${noteName}]`)?.focus()
    },
    s: toggleEvidence,
    c: () => {
      if (!canDecide) return
      if (claim.owner === 'me') claim.release()
      else claim.claim()
    },
  })

  return (
    <article aria-labelledby={detailHeadingId} className="@container">
      {!isMobile && <BackButton onBack={onBack} />}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="flex @xl:min-h-11 min-w-0 flex-1 @max-xl:basis-full flex-wrap items-center gap-2">
          <SeverityBadge severity={flag.severity} />
          <Badge>{statusLabels[flag.status]}</Badge>
          <FlagDue flag={flag} />
        </p>
        <div className="flex flex-wrap gap-2 @max-xl:order-last">
          {canDecide && <ClaimButton claim={claim} claimant={claimant} />}
          {hasEvidence && <EvidenceButton isRevealed={isRevealed} onToggle={toggleEvidence} />}
        </div>
        <h2
          id={detailHeadingId}
          ref={heading}
          tabIndex={-1}
          className="basis-full @xl:text-2xl text-pretty text-xl outline-none [overflow-wrap:anywhere]"
        >
          {flag.summary}
        </h2>
      </div>
      <FlagFacts flag={flag} />
      {flag.details && (
        <p dir="auto" className="mt-3 whitespace-pre-wrap rounded-md bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
          {flag.details}
        </p>
      )}
      {isDecided(flag) && <FlagOutcome flag={flag} />}
      {isForAdmins && <FlagNotice>This flag was escalated: an admin decides it.</FlagNotice>}
      {isOwn && !isDecided(flag) && (
        <FlagNotice>This flag is about your own account or content. Another admin has to decide it.</FlagNotice>
      )}
      {canDecide && details.appealed?.flag.decision?.by.id === viewerId && (
        <FlagNotice>
          You made the decision that this appeal is against. Another admin decides it, where there is one.
        </FlagNotice>
      )}
      {details.isTargetDeleted && !isDecided(flag) && (
        <FlagNotice>
          This {flag.targetType} was deleted meanwhile. A decision still counts: it decides about the strike, and about
          the {flag.targetType} if it is restored.
        </FlagNotice>
      )}
      {canDecide && !isMobile && (
        <div className="-mx-1 sticky top-0 z-10 mt-4 border-line border-y bg-paper px-1 py-4">
          <DecisionPanel {...decision} />
        </div>
      )}
      <div className="mt-6 flex flex-col gap-7 max-md:pb-24">
        {details.appealed ? (
          <AppealedDecision appealed={details.appealed} isRevealed={isRevealed} />
        ) : (
          <Evidence evidence={details.evidence} isRevealed={isRevealed} />
        )}
        <FlagHistory details={details} />
      </div>
      {isMobile && <MobileBar onBack={onBack} onDecide={canDecide ? decide : null} />}
    </article>
  )
}

interface ClaimButtonProps {
  claim: ReturnType<typeof useClaim>
  /** The name of the other admin who works on the flag. */
  claimant: string | null
}

function ClaimButton({ claim, claimant }: ClaimButtonProps) {
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
      icon={UserRound}
      aria-pressed={isMine}
      aria-keyshortcuts="c"
      disabled={claim.isPending}
      onClick={() => (isMine ? claim.release() : claim.claim())}
    >
      {isMine ? 'Claimed by you' : 'Claim'}
    </Button>
  )
}

interface MobileBarProps {
  onBack: () => void
  /** Null if there is nothing to decide. */
  onDecide: (() => void) | null
}

/** At the bottom of phones, within reach of the thumbs. */
function MobileBar({ onBack, onDecide }: MobileBarProps) {
  // The dashboard is a CSS container, which fixed elements inside would be relative to.
  return createPortal(
    <section
      aria-label="Flag actions"
      className="fixed inset-x-0 bottom-0 z-30 flex gap-2 border-line border-t bg-paper px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      <Button variant="outline" icon={ArrowLeft} onClick={onBack}>
        Queue
      </Button>
      {onDecide && (
        <Button icon={Gavel} className="flex-1" onClick={onDecide}>
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
      <Button variant="outline" icon={ArrowLeft} onClick={onBack}>
        Back to the queue
      </Button>
    </div>
  )
}
