import { longDate } from '#client/lib/dates.ts'
import { counted } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { flagCategories, moderationLimits, type OwnDecision } from '#shared/moderation.ts'
import { appealLabels, decisionTitle } from './outcome-labels.ts'

const appealDialog = lazyDialog(async () => (await import('./appeal-dialog.tsx')).AppealDialog)

interface DecisionListProps {
  decisions: readonly OwnDecision[]
  /** The strikes that stand. */
  strikes: number
}

export function DecisionList({ decisions, strikes }: DecisionListProps) {
  return (
    <>
      {strikes > 0 && <p className="mb-3 font-[550]">Your account has {counted(strikes, 'strike')}.</p>}
      <ul aria-label="Decisions about you" className="flex flex-col divide-y divide-line">
        {decisions.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </ul>
    </>
  )
}

function Decision({ decision }: { decision: OwnDecision }) {
  const { category, decidedAt, suspendedUntil, isStrike, effect, appeal, reason, appealReason } = decision
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-[550] [overflow-wrap:anywhere]">{decisionTitle(decision)}</p>
        <p className="text-ink-soft text-sm">
          {/* No link of the router: the page of a suspended account has none. */}
          <a href="/rules" className="-my-3 inline-block py-3 underline underline-offset-4">
            Rule
          </a>
          : {flagCategories[category].label}
          {decidedAt !== null && ` · decided on ${longDate(decidedAt)}`}
          {isStrike && effect !== 'strike' && ' · counts as a strike'}
          {suspendedUntil !== null && ` · account suspended until ${longDate(suspendedUntil)}`}
        </p>
        <Quote text={reason} />
        {appeal === 'possible'
          ? decidedAt !== null && (
              <p className="text-ink-soft text-sm">
                You can appeal until {longDate(decidedAt + moderationLimits.appealWindow)}.
              </p>
            )
          : appeal && <p className="mt-0.5 text-sm">{appealLabels[appeal]}</p>}
        <Quote text={appealReason} />
      </div>
      {appeal === 'possible' && (
        <Button variant="outline" onClick={() => appealDialog.open({ decision })}>
          Appeal
        </Button>
      )}
    </li>
  )
}

/** What a moderator wrote to the user. */
function Quote({ text }: { text: string }) {
  if (text === '') return null
  return (
    <blockquote
      dir="auto"
      className="my-1.5 whitespace-pre-wrap border-line-strong border-s-2 ps-3 [overflow-wrap:anywhere]"
    >
      {text}
    </blockquote>
  )
}
