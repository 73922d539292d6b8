import { formatBytes } from '#client/lib/format-bytes.ts'
import { formatCount } from '#client/lib/format-count.ts'
import type { Overview } from '#shared/overview.ts'
import { AdminCard } from '../admin-card.tsx'
import { formatDuration } from '../models/model-card.tsx'
import { FigureTable } from './figure-table.tsx'

const columns = [['What'], ['Measured', 'pl-3'], ['Usual', '@max-[36rem]:hidden pl-3']] as const

/** How the instance works, each figure with what is usual. */
export function InstanceFigures({ instance }: { instance: Overview['instance'] }) {
  return (
    <AdminCard title="This server in the last hour">
      <FigureTable label="This server in the last hour" columns={columns}>
        {listFigures(instance).map(([name, value, normal, isHigh]) => (
          <tr key={name}>
            <th scope="row" className="py-2.5 align-top font-[550] [overflow-wrap:anywhere]">
              {name}
              <span className="mt-0.5 block @min-[36rem]:hidden font-normal text-ink-soft text-xs">
                Usual: {normal}
              </span>
            </th>
            <td className={`py-2.5 pl-3 align-top tabular-nums ${isHigh ? 'text-danger' : ''}`}>
              {value}
              {isHigh && <span className="sr-only">, more than usual</span>}
            </td>
            <td className="@max-[36rem]:hidden py-2.5 pl-3 align-top text-ink-soft">{normal}</td>
          </tr>
        ))}
      </FigureTable>
      <p className="mt-3 text-ink-soft text-xs">
        Counted since the start, if that was later. Of several instances, these are the figures of the one that
        answered; jobs are those of all.
      </p>
    </AdminCard>
  )
}

type Figure = [name: string, value: string, normal: string, isHigh?: boolean]

function listFigures(instance: Overview['instance']): Figure[] {
  const { requests, failedRequests, modelErrors, statementMs, transactionMs, busyPercent, liveReplies } = instance
  const { jobsWaiting, oldestJob, memory } = instance
  const failed = modelErrors.reduce((total, { count }) => total + count, 0)
  const kinds = modelErrors.map(({ kind, count }) => `${formatCount(count)} ${kind}`).join(', ')
  const oldest = oldestJob < 120 ? `${oldestJob} s` : `${formatCount(Math.round(oldestJob / 60))} minutes`
  const failures = failed === 0 ? 'none' : `${formatCount(failed)}: ${kinds}`
  const refused = `${formatCount(failedRequests)} of ${formatCount(requests)}`
  const waiting = jobsWaiting === 0 ? 'none' : `${formatCount(jobsWaiting)}, the oldest for ${oldest}`
  const [statement, change] = [formatDuration(statementMs), formatDuration(transactionMs)]
  return [
    ['Failed requests to models', failures, 'none, or a few'],
    ['Replies being written', formatCount(liveReplies), 'rises and falls with the people here'],
    ['Requests with an error of the server', refused, 'none, apart from failed models'],
    ['Database, mean time of a statement', statement, 'below 5 ms', isAbove(statementMs, 5)],
    ['Database, mean time of a change', change, 'below 50 ms; a slow disk takes longer', isAbove(transactionMs, 100)],
    [
      'Time that this server was busy',
      `${busyPercent}\u00a0%`,
      'below 70\u00a0%; above it, replies come late',
      busyPercent > 70,
    ],
    ['Jobs waiting', waiting, 'none for more than 5 minutes', oldestJob > 300],
    ['Memory', formatBytes(memory), '150 MB to 1 GB, not rising from day to day'],
  ]
}

const isAbove = (milliseconds: number | null, limit: number) => milliseconds !== null && milliseconds > limit
