import { Button } from '#client/ui/button.tsx'
import type { FlagRecord } from '#shared/flags.ts'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { Evidence } from './evidence.tsx'
import { RecordedActions } from './flag-history.tsx'
import { effectLabels } from './flag-labels.ts'

/** The decision that an appeal is about: what was decided, why, and on what evidence. */
export function AppealedDecision({ appealed, isRevealed }: { appealed: FlagRecord; isRevealed: boolean }) {
  const { openFlag } = useDashboardAddress()
  const { flag, actions, evidence } = appealed
  return (
    <>
      <section aria-labelledby="appealed">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h3 id="appealed" className="text-lg">
            The decision
          </h3>
          <Button variant="outline" onClick={() => openFlag(flag.id)}>
            Open its flag
          </Button>
        </div>
        <p className="mb-2 [overflow-wrap:anywhere]">
          {flag.summary}
          {flag.effect && flag.effect !== 'none' && (
            <span className="text-ink-soft"> · {effectLabels[flag.effect]}</span>
          )}
        </p>
        <RecordedActions actions={actions} />
      </section>
      <Evidence title="Evidence of the decision" evidence={evidence} isRevealed={isRevealed} />
    </>
  )
}
