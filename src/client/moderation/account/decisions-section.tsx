import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { longDate } from '#client/lib/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import type { OwnReview } from '#shared/moderation.ts'
import { useOwnDecisions } from './account-moderation-api.ts'
import { DecisionList } from './decision-list.tsx'
import { reviewLabels } from './outcome-labels.ts'

/** Decisions of moderators about the viewer. Without any, which is usual, nothing is shown. */
export function DecisionsSection() {
  const { data, error, refetch } = useOwnDecisions()
  if (!error && (!data || (data.decisions.length === 0 && data.reviews.length === 0))) return null
  return (
    <SettingsSection
      title="Decisions about you"
      text="What moderators decided about your account and your characters, and how to appeal."
    >
      {error ? (
        <LoadError isShort what="the decisions" error={error} onRetry={() => void refetch()} />
      ) : (
        data && (
          <>
            {data.decisions.length > 0 && <DecisionList decisions={data.decisions} strikes={data.strikes} />}
            {data.reviews.length > 0 && <ReviewList reviews={data.reviews} />}
          </>
        )
      )}
    </SettingsSection>
  )
}

/** The outcomes of the viewer's requests to review a rule that held something back. */
function ReviewList({ reviews }: { reviews: readonly OwnReview[] }) {
  return (
    <ul aria-label="Your requests for a review" className="flex flex-col divide-y divide-line">
      {reviews.map(({ id, outcome, createdAt, decidedAt }) => (
        <li key={id} className="py-3 first:pt-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-[550]">Something that was held back</span>
            <Badge variant={outcome === 'agreed' ? 'soft' : 'outline'}>{reviewLabels[outcome]}</Badge>
          </p>
          <p className="mt-0.5 text-ink-soft text-sm">
            Review requested on {longDate(createdAt)}
            {decidedAt !== null && ` · decided on ${longDate(decidedAt)}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
