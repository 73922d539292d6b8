import { formatBytes } from '#client/lib/format-bytes.ts'
import { formatCount } from '#client/lib/format-count.ts'
import type { Overview } from '#shared/overview.ts'
import { AdminCard } from '../admin-card.tsx'
import { formatDuration } from '../models/connection-figures.tsx'

interface Figure {
  name: string
  value: string
  /** What is usual. */
  normal: string
  isHigh?: boolean
}

/** How the instance works, each figure with what is usual. */
export function InstanceFigures({ instance }: { instance: Overview['instance'] }) {
  return (
    <AdminCard title="This server in the last hour">
      <table aria-label="This server in the last hour" className="mt-3 w-full text-left text-sm">
        <thead className="text-ink-soft text-xs">
          <tr>
            <th className="py-1.5 font-normal">What</th>
            <th className="py-1.5 pl-3 font-normal">Measured</th>
            <th className="@max-[36rem]:hidden py-1.5 pl-3 font-normal">Usual</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {listFigures(instance).map((figure) => (
            <Row key={figure.name} figure={figure} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-ink-soft text-xs">
        Counted since the start, if that was later. Of several instances, these are the figures of the one that
        answered; jobs are those of all.
      </p>
    </AdminCard>
  )
}

function Row({ figure: { name, value, normal, isHigh } }: { figure: Figure }) {
  return (
    <tr>
      <th scope="row" className="py-2.5 align-top font-[550] [overflow-wrap:anywhere]">
        {name}
        <span className="mt-0.5 block @min-[36rem]:hidden font-normal text-ink-soft text-xs">Usual: {normal}</span>
      </th>
      <td className={isHigh ? 'py-2.5 pl-3 align-top text-danger tabular-nums' : 'py-2.5 pl-3 align-top tabular-nums'}>
        {value}
        {isHigh && <span className="sr-only">, more than usual</span>}
      </td>
      <td className="@max-[36rem]:hidden py-2.5 pl-3 align-top text-ink-soft">{normal}</td>
    </tr>
  )
}

function listFigures(instance: Overview['instance']): Figure[] {
  const { requests, failedRequests, modelErrors, statementMs, transactionMs, busyPercent, liveReplies } = instance
  const { jobsWaiting, oldestJob, memory } = instance
  const failed = modelErrors.reduce((total, { count }) => total + count, 0)
  const kinds = modelErrors.map(({ kind, count }) => `${formatCount(count)} ${kind}`).join(', ')
  const oldest = oldestJob < 120 ? `${oldestJob} s` : `${formatCount(Math.round(oldestJob / 60))} minutes`
  return [
    {
      name: 'Failed requests to models',
      value: failed === 0 ? 'none' : `${formatCount(failed)}: ${kinds}`,
      normal: 'none, or a few',
    },
    { name: 'Replies being written', value: formatCount(liveReplies), normal: 'rises and falls with the people here' },
    {
      name: 'Requests with an error of the server',
      value: `${formatCount(failedRequests)} of ${formatCount(requests)}`,
      normal: 'none, apart from failed models',
    },
    {
      name: 'Database, mean time of a statement',
      value: durationOf(statementMs),
      normal: 'below 5 ms',
      isHigh: isAbove(statementMs, 5),
    },
    {
      name: 'Database, mean time of a change',
      value: durationOf(transactionMs),
      normal: 'below 50 ms; a slow disk takes longer',
      isHigh: isAbove(transactionMs, 100),
    },
    {
      name: 'Time that this server was busy',
      value: `${busyPercent}\u00a0%`,
      normal: 'below 70\u00a0%; above it, replies come late',
      isHigh: busyPercent > 70,
    },
    {
      name: 'Jobs waiting',
      value: jobsWaiting === 0 ? 'none' : `${formatCount(jobsWaiting)}, the oldest for ${oldest}`,
      normal: 'none for more than 5 minutes',
      isHigh: oldestJob > 300,
    },
    { name: 'Memory', value: formatBytes(memory), normal: '150 MB to 1 GB, not rising from day to day' },
  ]
}

const durationOf = (milliseconds: number | null) => (milliseconds === null ? '–' : formatDuration(milliseconds))
const isAbove = (milliseconds: number | null, limit: number) => milliseconds !== null && milliseconds > limit
