import { formatCount } from '#client/lib/format-count.ts'
import type { ModelFigures, Prices } from '#shared/models.ts'

export function ConnectionFigures({ figures }: { figures: ModelFigures }) {
  const { requests, failures, promptTokens, replyTokens, medianFirstTokenMs } = figures
  const entries = [
    { name: 'Requests', value: formatCount(requests) },
    { name: 'Failed', value: formatCount(failures) },
    { name: 'Tokens read', value: formatCount(promptTokens) },
    { name: 'Tokens written', value: formatCount(replyTokens) },
    { name: 'First word after', value: medianFirstTokenMs === null ? '–' : formatDuration(medianFirstTokenMs) },
  ]
  if (requests === 0) {
    return <p className="mt-4 border-line border-t pt-4 text-ink-soft text-sm">No requests in the last 24 hours.</p>
  }
  return (
    <div className="mt-4 border-line border-t pt-4">
      <p className="mb-2 text-ink-soft text-sm">In the last 24 hours:</p>
      <dl className="grid grid-cols-2 items-end gap-x-5 gap-y-3 sm:grid-cols-5">
        {entries.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-ink-soft text-xs">{name}</dt>
            <dd className="mt-0.5 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What is counted with, in one line. */
export function describePrices(prices: Prices | null): string {
  if (prices === null) return 'No price is known, so its costs are not counted.'
  const { input, cached, output } = prices
  return `A million tokens: $${input} read, $${cached} from the cache, $${output} written.`
}

export function formatDuration(milliseconds: number): string {
  return milliseconds < 950 ? `${milliseconds}\u00a0ms` : `${(milliseconds / 1_000).toFixed(1)}\u00a0s`
}
