import { SectionError } from '#client/accounts/settings/section-error.tsx'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { useOwnDecisions } from './account-moderation-api.ts'
import { DecisionList } from './decision-list.tsx'
import { ReviewList } from './review-list.tsx'

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
        <SectionError what="the decisions" error={error} onRetry={() => void refetch()} />
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
