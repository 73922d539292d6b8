import { formatCount } from '#client/lib/format-count.ts'
import { Badge } from '#client/ui/badge.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import type { Overview } from '#shared/overview.ts'
import { AdminCard } from '../admin-card.tsx'
import { formatDuration, stateLabels } from '../models/model-card.tsx'
import { FigureTable, ModelCell } from './figure-table.tsx'

const cell = 'py-2.5 pl-3 text-right tabular-nums'
const columns = [
  ['Model'],
  ['Replies', 'pl-3 text-right'],
  ['Failed', 'pl-3 text-right'],
  ['First word after', 'pl-3 text-right max-sm:hidden'],
] as const

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
        <FigureTable label="Replies of the last 24 hours by model" columns={columns}>
          {models.map(({ id, name, description, state, replies, failures, medianFirstTokenMs }) => (
            <tr key={id}>
              <ModelCell name={name} description={description} badge={state !== 'working' && <State state={state} />} />
              <td className={cell}>{formatCount(replies)}</td>
              <td className={failures > 0 ? `text-danger ${cell}` : cell}>{formatCount(failures)}</td>
              <td className={`max-sm:hidden ${cell}`}>{formatDuration(medianFirstTokenMs)}</td>
            </tr>
          ))}
        </FigureTable>
      )}
    </AdminCard>
  )
}

function State({ state }: { state: keyof typeof stateLabels }) {
  const { text, variant } = stateLabels[state]
  return (
    <Badge variant={variant} className="whitespace-normal">
      {text}
    </Badge>
  )
}
