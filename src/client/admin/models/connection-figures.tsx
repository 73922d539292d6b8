import { formatCount } from '#client/lib/format-count.ts'
import type { ModelFigures, Prices } from '#shared/models.ts'
import { FactGrid } from '../admin-card.tsx'

export function ConnectionFigures({ figures }: { figures: ModelFigures }) {
  const { requests, failures, promptTokens, replyTokens, medianFirstTokenMs } = figures
  if (requests === 0) {
    return <p className="mt-4 border-line border-t pt-4 text-ink-soft text-sm">No requests in the last 24 hours.</p>
  }
  return (
    <div className="mt-4 border-line border-t pt-4">
      <p className="mb-2 text-ink-soft text-sm">In the last 24 hours:</p>
      <FactGrid
        className="items-end gap-y-3 sm:grid-cols-5"
        facts={{
          Requests: formatCount(requests),
          Failed: formatCount(failures),
          'Tokens read': formatCount(promptTokens),
          'Tokens written': formatCount(replyTokens),
          'First word after': formatDuration(medianFirstTokenMs),
        }}
      />
    </div>
  )
}

/** What is counted with, in one line. */
export function describePrices(prices: Prices | null): string {
  if (prices === null) return 'No price is known, so its costs are not counted.'
  const { input, cached, output } = prices
  return `A million tokens: $${input} read, $${cached} from the cache, $${output} written.`
}

export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  return milliseconds < 950 ? `${milliseconds}\u00a0ms` : `${(milliseconds / 1_000).toFixed(1)}\u00a0s`
}
