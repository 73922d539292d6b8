import { useQuery } from '@tanstack/react-query'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { longDate } from '#client/lib/dates.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { type OwnReport, type OwnReview, reportCategories } from '#shared/moderation.ts'
import { DecisionList } from './decision-list.tsx'
import { outcomeLabels, reportTitle, reviewLabels } from './outcome-labels.ts'

// Moderators change both at any time, so they are reloaded whenever they are opened.

/** Decisions of moderators about the viewer. Without any, which is usual, nothing is shown. */
export function DecisionsSection() {
  const { data, error, refetch } = useQuery({ ...queryOf('GET /api/moderation/decisions'), staleTime: 0 })
  if (!error && (!data || (data.decisions.length === 0 && data.reviews.length === 0))) return null
  return (
    <SettingsSection
      title="Decisions about you"
      text="What moderators decided about your account and your characters, and how to appeal."
    >
      {error ? (
        <LoadError isShort what="the decisions" query={{ error, refetch }} />
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

export function OwnReportsSection() {
  const { data, error, refetch } = useQuery({ ...queryOf('GET /api/reports'), staleTime: 0 })
  return (
    <SettingsSection
      title="Your reports"
      text="What became of the characters and messages you reported. Nobody you report learns who did it."
    >
      <LoadError isShort what="your reports" query={{ error, refetch }} />
      {data?.reports.length === 0 && <p className="text-ink-soft">You have not reported anything.</p>}
      {data && data.reports.length > 0 && (
        <ul aria-label="Your reports" className="flex flex-col divide-y divide-line">
          {data.reports.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

function Report({ report }: { report: OwnReport }) {
  const { category, note, outcome, createdAt, decidedAt } = report
  return (
    <li className="py-3 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-[550] [overflow-wrap:anywhere]">{reportTitle(report)}</span>
        <Badge variant={outcome === 'action_taken' ? 'soft' : 'outline'}>{outcomeLabels[outcome]}</Badge>
      </p>
      <p className="mt-0.5 text-ink-soft text-sm">
        {reportCategories[category].label} · reported on {longDate(createdAt)}
        {decidedAt !== null && ` · decided on ${longDate(decidedAt)}`}
      </p>
      {note && (
        <p dir="auto" className="mt-1 line-clamp-3 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
    </li>
  )
}
