import { formatCount } from '#client/lib/format-count.ts'
import { Badge } from '#client/ui/badge.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import type { Overview } from '#shared/overview.ts'
import { AdminCard } from '../admin-card.tsx'
import { formatDuration } from '../models/connection-figures.tsx'
import { connectionStateLabels } from '../models/connection-states.ts'

export function ModelFigures({ models }: { models: Overview['models'] }) {
  return (
    <AdminCard title="Replies in 24 hours">
      {models.length === 0 ? (
        <>
          <p className="mt-1.5 text-ink-soft">
            No model is connected. A small demo program answers; it is not counted.
          </p>
          <ButtonLink to="/admin/models" variant="outline" className="mt-4">
            Connect a model
          </ButtonLink>
        </>
      ) : (
        <table aria-label="Replies of the last 24 hours by model" className="mt-3 w-full text-left text-sm">
          <thead className="text-ink-soft text-xs">
            <tr>
              <th className="py-1.5 font-normal">Model</th>
              <th className="py-1.5 pl-3 text-right font-normal">Replies</th>
              <th className="py-1.5 pl-3 text-right font-normal">Failed</th>
              <th className="py-1.5 pl-3 text-right font-normal max-sm:hidden">First word after</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {models.map((model) => (
              <Row key={model.id} model={model} />
            ))}
          </tbody>
        </table>
      )}
    </AdminCard>
  )
}

function Row({ model }: { model: Overview['models'][number] }) {
  const { name, description, state, replies, failures, medianFirstTokenMs } = model
  const { text, variant } = connectionStateLabels[state]
  return (
    <tr>
      <th scope="row" className="py-2.5 font-[550]">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 [overflow-wrap:anywhere]">
          {name}
          {state !== 'working' && (
            <Badge variant={variant} className="whitespace-normal">
              {text}
            </Badge>
          )}
        </span>
        <span className="mt-0.5 block font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">{description}</span>
      </th>
      <td className="py-2.5 pl-3 text-right tabular-nums">{formatCount(replies)}</td>
      <td
        className={
          failures > 0 ? 'py-2.5 pl-3 text-right text-danger tabular-nums' : 'py-2.5 pl-3 text-right tabular-nums'
        }
      >
        {formatCount(failures)}
      </td>
      <td className="py-2.5 pl-3 text-right tabular-nums max-sm:hidden">
        {medianFirstTokenMs === null ? '–' : formatDuration(medianFirstTokenMs)}
      </td>
    </tr>
  )
}
