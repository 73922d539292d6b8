import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#client/lib/query-client.ts'
import { formatDuration, sourceLabels } from '#client/moderation/flags/flag-labels.ts'
import { Card } from '#client/ui/card.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton, PageSkeleton } from '#client/ui/skeleton.tsx'
import { flagCategories } from '#shared/moderation.ts'
import type { SafetyReport, Stats } from '#shared/moderation-stats.ts'

// The charting library is larger than the rest of the dashboard.
const Charts = lazyPart(async () => (await import('./charts.tsx')).Charts, {
  placeholder: () => <ChartsSkeleton />,
  failed: (error, retry) => <LoadError what="the charts" query={{ error, refetch: retry }} />,
})

const periods = [7, 30, 90, 365]
const figureGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6'

export function StatisticsTab() {
  const [days, setDays] = useState(30)
  const stats = useQuery({ ...queryOf('GET /api/admin/stats', { query: { days } }), staleTime: 0 })
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

const ChartsSkeleton = () => (
  <PageSkeleton label="Loading the statistics" parts={['h-94', 'h-94']} className="grid gap-4 lg:grid-cols-2" />
)

function SafetyReportSection() {
  const thisYear = new Date().getUTCFullYear()
  const [year, setYear] = useState(thisYear)
  const report = useQuery({ ...queryOf('GET /api/admin/safety-report', { query: { year } }), staleTime: 0 })
  return (
    <Card className="p-4 sm:p-5">
      <section aria-labelledby="safety-report">
        <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <div>
            <h2 id="safety-report" className="text-xl">
              Safety report
            </h2>
            <p className="mt-1 text-ink-soft text-sm">What was raised in a year (UTC), and what became of it.</p>
          </div>
          <SelectField
            label="Year"
            fieldClassName="w-32"
            value={year}
            onChange={(event) => setYear(Number(event.target.value))}
            options={Array.from({ length: 5 }, (_, index) => thisYear - index).map((option) => [option, option])}
          />
        </div>
        {report.isPending && <CardSkeleton className="h-40" />}
        <LoadError what="the safety report" query={report} />
        {report.data && <Report report={report.data} />}
      </section>
    </Card>
  )
}

const columns = ['Raised', 'Reports', 'Resolved', 'Dismissed'] as const

function Report({ report }: { report: SafetyReport }) {
  const { categories, appeals, suspensions, strikes } = report
  const totals: [string, number][] = [
    ['Strikes', strikes],
    ['Suspensions', suspensions],
    ['Appeals received', appeals.received],
    ['Appeals granted', appeals.granted],
    ['Appeals rejected', appeals.rejected],
  ]
  return (
    <>
      <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-2">
        {totals.map(([label, count]) => (
          <div key={label} className="flex items-baseline gap-2">
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="font-display font-semibold text-xl">{count}</dd>
          </div>
        ))}
      </dl>
      {categories.length === 0 ? (
        <p className="text-ink-soft">No flags were raised in {report.year}.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section aria-label="Flags by category" tabIndex={0} className="overflow-x-auto">
          <table className="w-full min-w-100 text-left text-sm tabular-nums">
            <thead>
              <tr className="text-ink-soft">
                <th scope="col" className="py-2 pr-3 font-normal">
                  Category
                </th>
                {columns.map((name) => (
                  <th key={name} scope="col" className="py-2 pr-3 text-right font-normal">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {categories.map(({ category, source, raised, reports, resolved, dismissed }) => (
                <tr key={`${category} ${source}`} className="border-line border-t">
                  <th scope="row" className="py-2 pr-3 font-[550]">
                    {flagCategories[category].label}
                    <span className="block font-normal text-ink-soft text-xs">{sourceLabels[source]}</span>
                  </th>
                  {[raised, reports, resolved, dismissed].map((count, index) => (
                    <td key={columns[index]} className="py-2 pr-3 text-right">
                      {count}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
