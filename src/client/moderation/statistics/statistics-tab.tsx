import { useState } from 'react'
import { Card } from '#client/ui/card.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { Stats } from '#shared/moderation-stats.ts'
import { formatDuration } from '../flags/flag-labels.ts'
import { SafetyReportSection } from './safety-report.tsx'
import { useStats } from './statistics-api.ts'

// The charting library is larger than the rest of the dashboard.
const Charts = lazyPart(async () => (await import('./charts.tsx')).Charts, {
  placeholder: () => <ChartsSkeleton />,
  failed: (error, retry) => <LoadError what="the charts" query={{ error, refetch: retry }} />,
})

const periods = [7, 30, 90, 365]
const figureGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6'

export function StatisticsTab() {
  const [days, setDays] = useState(30)
  const stats = useStats(days)
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Period</legend>
        {periods.map((period) => (
          <Chip key={period} pressed={period === days} onClick={() => setDays(period)}>
            {period} days
          </Chip>
        ))}
      </fieldset>
      {stats.isPending && (
        <>
          <div aria-hidden className={figureGrid}>
            {[1, 2, 3, 4, 5, 6].map((figure) => (
              <CardSkeleton key={figure} className="h-[5.375rem]" />
            ))}
          </div>
          <ChartsSkeleton />
        </>
      )}
      <LoadError what="the statistics" query={stats} />
      {stats.data && (
        <>
          <Figures stats={stats.data} />
          <Charts days={stats.data.days} />
        </>
      )}
      <SafetyReportSection />
    </div>
  )
}

function Figures({ stats: { queue, handling } }: { stats: Stats }) {
  const figures: [label: string, value: string, isBad?: boolean][] = [
    ['Open', String(queue.open)],
    ['Acknowledged', String(queue.acknowledged)],
    ['Overdue', String(queue.overdue), queue.overdue > 0],
    ['Median time', handling.median === null ? 'none yet' : formatDuration(handling.median)],
    ['90 % within', handling.p90 === null ? 'none yet' : formatDuration(handling.p90)],
    ['Decided in time', handling.withinDue === null ? 'none yet' : `${Math.round(handling.withinDue * 100)} %`],
  ]
  return (
    <dl className={figureGrid}>
      {figures.map(([label, value, isBad]) => (
        <Card key={label} className="flex flex-col-reverse px-4 py-3">
          <dt className="text-ink-soft text-sm">{label}</dt>
          <dd
            className={
              isBad ? 'font-display font-semibold text-2xl text-danger' : 'font-display font-semibold text-2xl'
            }
          >
            {value}
          </dd>
        </Card>
      ))}
    </dl>
  )
}

function ChartsSkeleton() {
  return (
    <div role="status" aria-label="Loading the statistics" className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <CardSkeleton className="h-94" />
      <CardSkeleton className="h-94" />
    </div>
  )
}
