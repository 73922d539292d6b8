import { longDate } from '#client/lib/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { OwnReview } from '#shared/moderation.ts'
import { reviewLabels } from './outcome-labels.ts'

/** The outcomes of the viewer's requests to review a rule that held something back. */
export function ReviewList({ reviews }: { reviews: readonly OwnReview[] }) {
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
