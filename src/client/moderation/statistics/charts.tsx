import { type ReactNode, useId } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { Card } from '#client/ui/card.tsx'
import type { Stats } from '#shared/flags.ts'
import { formatDuration } from '../flags/flag-labels.ts'

const hour = 60 * 60_000

type Day = Stats['days'][number]

const axis = { stroke: 'var(--line-strong)', tick: { fill: 'var(--ink-soft)', fontSize: 12 }, tickLine: false } as const
const tooltip = {
  contentStyle: {
    background: 'var(--card)',
    border: '1px solid var(--line)',
    borderRadius: 9,
    color: 'var(--ink)',
    fontSize: 13,
  },
  cursor: { fill: 'var(--curtain-wash)', stroke: 'var(--line)' },
} as const

/** @example shortDay('2026-11-22', 'en-GB') // '22 Nov' */
const shortDay = (day: unknown) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Inflow against decisions, and the time from a flag to its decision, by day. */
export function Charts({ days }: { days: readonly Day[] }) {
  const data = days.map((day) => ({
    ...day,
    medianHours: day.medianHandling === null ? null : day.medianHandling / hour,
  }))
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Figure
        title="Flags raised and decided"
        days={days}
        columns={[
          ['Raised', ({ raised }) => String(raised)],
          ['Resolved', ({ resolved }) => String(resolved)],
          ['Dismissed', ({ dismissed }) => String(dismissed)],
        ]}
      >
        <ComposedChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: -18 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={shortDay} minTickGap={28} {...axis} />
          <YAxis allowDecimals={false} {...axis} />
          <Tooltip labelFormatter={shortDay} {...tooltip} />
          <Legend itemSorter={null} wrapperStyle={{ fontSize: 13 }} />
          <Bar name="Resolved" dataKey="resolved" stackId="decided" fill="var(--curtain)" isAnimationActive={false} />
          <Bar
            name="Dismissed"
            dataKey="dismissed"
            stackId="decided"
            fill="var(--line-strong)"
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
          <Line
            name="Raised"
            dataKey="raised"
            type="monotone"
            stroke="var(--ink)"
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </Figure>
      <Figure
        title="Median handling time"
        days={days}
        columns={[['Median', ({ medianHandling }) => (medianHandling === null ? '–' : formatDuration(medianHandling))]]}
      >
        <LineChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: -4 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={shortDay} minTickGap={28} {...axis} />
          <YAxis
            unit=" h"
            allowDecimals={false}
            domain={[0, (longest: number) => Math.max(1, Math.ceil(longest))]}
            {...axis}
          />
          <Tooltip
            labelFormatter={shortDay}
            formatter={(value) => [formatDuration(Number(value) * hour), 'Median']}
            {...tooltip}
          />
          <Line
            name="Median"
            dataKey="medianHours"
            type="monotone"
            stroke="var(--curtain)"
            strokeWidth={2}
            dot={{ r: 2.5, fill: 'var(--curtain)' }}
            connectNulls
            isAnimationActive={false}
          />
        </LineChart>
      </Figure>
    </div>
  )
}

interface FigureProps {
  title: string
  days: readonly Day[]
  columns: [name: string, value: (day: Day) => string][]
  children: ReactNode
}

/** A chart, and its figures as a table for everybody who prefers one. */
function Figure({ title, days, columns, children }: FigureProps) {
  const id = useId()
  return (
    <Card className="p-4">
      <figure aria-labelledby={id}>
        <figcaption id={id} className="mb-2 font-display font-semibold text-lg">
          {title}
        </figcaption>
        <div aria-hidden className="h-64">
          <ResponsiveContainer width="100%" height="100%">
            {children}
          </ResponsiveContainer>
        </div>
        <details className="mt-2 text-sm">
          <summary className="py-3 text-ink-soft hover:text-ink">Show as a table</summary>
          <div className="max-h-64 overflow-y-auto">
            <table className="w-full text-left tabular-nums">
              <thead>
                <tr className="text-ink-soft">
                  <th scope="col" className="py-1 font-normal">
                    Day
                  </th>
                  {columns.map(([name]) => (
                    <th key={name} scope="col" className="py-1 font-normal">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.toReversed().map((day) => (
                  <tr key={day.day} className="border-line border-t">
                    <th scope="row" className="py-1 font-normal">
                      {day.day}
                    </th>
                    {columns.map(([name, value]) => (
                      <td key={name} className="py-1">
                        {value(day)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figure>
    </Card>
  )
}
