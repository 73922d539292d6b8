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
import { Disclosure } from '#client/ui/disclosure.tsx'
import type { Stats } from '#shared/moderation-stats.ts'
import { formatDuration } from '../flags/flag-labels.ts'

const minute = 60_000
const hour = 60 * minute

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

const bar = { stackId: 'decided', isAnimationActive: false } as const
const line = { type: 'monotone', strokeWidth: 2, isAnimationActive: false } as const

/** @example shortDay('2026-11-22', 'en-GB') // '22 Nov' */
const shortDay = (day: unknown) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Inflow against decisions, and the time from a flag to its decision, by day. */
export function Charts({ days }: { days: readonly Day[] }) {
  const longest = Math.max(0, ...days.map(({ medianHandling }) => medianHandling ?? 0))
  const [unit, unitName] = longest < hour ? [minute, 'min'] : [hour, 'h']
  const data = days.map((day) => ({
    ...day,
    median: day.medianHandling === null ? null : day.medianHandling / unit,
  }))
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Figure
        title="Flags raised and decided"
        days={days}
        empty={
          days.every(({ raised, resolved, dismissed }) => raised + resolved + dismissed === 0) &&
          'No flag was raised or decided in this time.'
        }
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
          <Legend
            itemSorter={null}
            wrapperStyle={{ fontSize: 13 }}
            // The colours of the bars have too little contrast for text.
            formatter={(name) => <span className="text-ink-soft">{name}</span>}
          />
          <Bar {...bar} name="Resolved" dataKey="resolved" fill="var(--curtain)" />
          <Bar {...bar} name="Dismissed" dataKey="dismissed" fill="var(--line-strong)" radius={[3, 3, 0, 0]} />
          <Line {...line} name="Raised" dataKey="raised" stroke="var(--ink)" dot={false} />
        </ComposedChart>
      </Figure>
      <Figure
        title="Median handling time"
        days={days}
        empty={days.every(({ medianHandling }) => medianHandling === null) && 'No flag was decided in this time.'}
        columns={[['Median', ({ medianHandling }) => (medianHandling === null ? '–' : formatDuration(medianHandling))]]}
      >
        <LineChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: -4 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={shortDay} minTickGap={28} {...axis} />
          <YAxis
            unit={` ${unitName}`}
            allowDecimals={false}
            domain={[0, (longest: number) => Math.max(1, Math.ceil(longest))]}
            {...axis}
          />
          <Tooltip
            labelFormatter={shortDay}
            formatter={(value) => [formatDuration(Number(value) * unit), 'Median']}
            {...tooltip}
          />
          <Line
            {...line}
            name="Median"
            dataKey="median"
            stroke="var(--curtain)"
            dot={{ r: 2.5, fill: 'var(--curtain)' }}
            connectNulls
          />
        </LineChart>
      </Figure>
    </div>
  )
}

interface FigureProps {
  title: string
  days: readonly Day[]
  /** What is said in place of a chart without figures. */
  empty: string | false
  columns: [name: string, value: (day: Day) => string][]
  children: ReactNode
}

/** A chart, and its figures as a table for everybody who prefers one. */
function Figure({ title, days, empty, columns, children }: FigureProps) {
  const id = useId()
  return (
    <Card className="p-4">
      <figure aria-labelledby={id}>
        <figcaption id={id} className="mb-2 font-display font-semibold text-lg">
          {title}
        </figcaption>
        {empty ? (
          <p className="grid h-64 place-items-center text-ink-soft">{empty}</p>
        ) : (
          <div aria-hidden className="h-64">
            <ResponsiveContainer width="100%" height="100%">
              {children}
            </ResponsiveContainer>
          </div>
        )}
        <Disclosure title="Show as a table" className="mt-2 text-sm">
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
        </Disclosure>
      </figure>
    </Card>
  )
}
