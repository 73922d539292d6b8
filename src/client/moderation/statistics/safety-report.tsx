import { useState } from 'react'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Select } from '#client/ui/select.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { flagCategories } from '#shared/moderation.ts'
import type { SafetyReport } from '#shared/moderation-stats.ts'
import { sourceLabels } from '../flags/flag-labels.ts'
import { useSafetyReport } from './statistics-api.ts'

export function SafetyReportSection() {
  const thisYear = new Date().getUTCFullYear()
  const [year, setYear] = useState(thisYear)
  const report = useSafetyReport(year)
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
          <Field label="Year" className="w-32">
            {(control) => (
              <Select
                {...control}
                value={year}
                onChange={(event) => setYear(Number(event.target.value))}
                options={Array.from({ length: 5 }, (_, index) => thisYear - index).map((option) => [option, option])}
              />
            )}
          </Field>
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
