import { useQuery } from '@tanstack/react-query'
import { SettingsItem, SettingsSection } from '#client/accounts/settings/settings-section.tsx'
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
        <SettingsItem
          key={id}
          title="Something that was held back"
          badge={<Badge variant={outcome === 'agreed' ? 'soft' : 'outline'}>{reviewLabels[outcome]}</Badge>}
          lines={[`Review requested on ${longDate(createdAt)}${describeEnd(decidedAt)}`]}
        />
      ))}
    </ul>
  )
}

const describeEnd = (decidedAt: number | null) => (decidedAt === null ? '' : ` · decided on ${longDate(decidedAt)}`)

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
    <SettingsItem
      title={reportTitle(report)}
      badge={<Badge variant={outcome === 'action_taken' ? 'soft' : 'outline'}>{outcomeLabels[outcome]}</Badge>}
      lines={[
        `${reportCategories[category].label} · reported on ${longDate(createdAt)}${describeEnd(decidedAt)}`,
        note && (
          <span dir="auto" className="mt-0.5 line-clamp-3 whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
            {note}
          </span>
        ),
      ]}
    />
  )
}
