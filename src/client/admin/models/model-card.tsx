import { Check } from 'lucide-react'
import { useState } from 'react'
import { timeAgo } from '#client/lib/dates.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { describeConnection, type ModelConnection, type ModelFigures, type Prices } from '#shared/models.ts'
import { FactGrid } from '../admin-card.tsx'
import { ConnectionActions, ConnectionHead, ConnectionProblem, unreadableKeyText } from '../connection-card.tsx'
import { refreshConnections } from '../refresh-connections.ts'
import { saveConnection, testConnection } from './connections.ts'

export function ModelHead({ connection }: { connection: ModelConnection }) {
  const { name, source, process, premiumOnly, countedPrices } = connection
  return (
    <ConnectionHead
      name={name}
      badges={
        <>
          <StateBadge connection={connection} />
          {premiumOnly && <Badge variant="gilt">Premium only</Badge>}
          {source === 'environment' && <Badge>Set by the environment</Badge>}
          {source === 'detected' && <Badge>Found on this machine</Badge>}
        </>
      }
      lines={[describeConnection(connection), process === null ? describePrices(countedPrices) : null]}
    />
  )
}

export function ModelBody({ connection, onEdit }: { connection: ModelConnection; onEdit: () => void }) {
  const { id, name, source, hasKey, process } = connection
  return (
    <>
      <Problem connection={connection} />
      <ConnectionFigures figures={connection.figures} />
      {source === 'connection' ? (
        <ConnectionActions
          name={name}
          test={() => testConnection({ id, connection })}
          testing="Testing…"
          onEdit={onEdit}
          remove={{
            title: `Delete ${name}?`,
            text: `The next reply is written without it. ${hasKey ? 'Its key is deleted too. ' : ''}To keep it for later, edit it and switch it off instead.`,
            action: 'Delete',
            onConfirm: () => call('DELETE /api/admin/models/:id', { params: { id } }),
          }}
        >
          {process !== null && <ProcessButton connection={connection} />}
        </ConnectionActions>
      ) : (
        <p className="mt-4 text-ink-soft text-sm">{readOnlyTexts[source]}</p>
      )}
    </>
  )
}

const readOnlyTexts = {
  environment:
    'Environment variables of the server set this model, so it is always asked first. To change it, change them and restart the server.',
  detected: 'A model server on this machine, found at the start. It is asked after the connections you add.',
}

export const stateLabels: Record<ModelConnection['state'], { text: string; variant: 'outline' | 'danger' }> = {
  off: { text: 'Switched off', variant: 'outline' },
  unused: { text: 'Not used yet', variant: 'outline' },
  working: { text: 'Working', variant: 'outline' },
  failing: { text: 'Failing', variant: 'danger' },
  key_unreadable: { text: 'Key needed', variant: 'danger' },
}
const processLabels = { loading: 'Being loaded…', running: 'Running', failed: 'Failed' }

function StateBadge({ connection: { state, process } }: { connection: ModelConnection }) {
  if (state === 'unused' && process !== null && process !== 'stopped') return <Badge>{processLabels[process]}</Badge>
  const { text, variant } = stateLabels[state]
  return (
    <Badge variant={variant}>
      {state === 'working' && <Check aria-hidden size={13} strokeWidth={2.4} />}
      {text}
    </Badge>
  )
}

function Problem({ connection: { state, failure, process } }: { connection: ModelConnection }) {
  // Read once, so that the text does not change while the list is open.
  const [now] = useState(() => Date.now())
  const text =
    state === 'key_unreadable'
      ? unreadableKeyText
      : state === 'failing' && failure
        ? `${failure.message} The last ${process === 'failed' ? 'attempt' : 'reply'} failed ${timeAgo(failure.at, now)}.`
        : null
  return text && <ConnectionProblem>{text}</ConnectionProblem>
}

/** Starts or stops a model on this machine: it is switched on or off. */
function ProcessButton({ connection }: { connection: ModelConnection }) {
  const { id, name, enabled } = connection
  const change = useSingleMutation({
    mutationFn: () => saveConnection({ id, connection: { ...connection, enabled: !enabled } }),
    onSettled: refreshConnections,
    onError: (error) => toastError(error),
  })
  const action = enabled ? 'Stop' : 'Start'
  return (
    <Button
      variant="outline"
      aria-label={`${action} ${name}`}
      aria-disabled={change.isPending}
      onClick={() => change.mutate()}
    >
      {action}
    </Button>
  )
}

function ConnectionFigures({ figures }: { figures: ModelFigures }) {
  const { requests, failures, promptTokens, replyTokens, medianFirstTokenMs } = figures
  if (requests === 0) {
    return <p className="mt-4 border-line border-t pt-4 text-ink-soft text-sm">No requests in the last 24 hours.</p>
  }
  return (
    <div className="mt-4 border-line border-t pt-4">
      <p className="mb-2 text-ink-soft text-sm">In the last 24 hours:</p>
      <FactGrid
        className="items-end gap-y-3 sm:grid-cols-5"
        facts={{
          Requests: formatCount(requests),
          Failed: formatCount(failures),
          'Tokens read': formatCount(promptTokens),
          'Tokens written': formatCount(replyTokens),
          'First word after': formatDuration(medianFirstTokenMs),
        }}
      />
    </div>
  )
}

/** What is counted with, in one line. */
function describePrices(prices: Prices | null): string {
  if (prices === null) return 'No price is known, so its costs are not counted.'
  const { input, cached, output } = prices
  return `A million tokens: $${input} read, $${cached} from the cache, $${output} written.`
}

export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  return milliseconds < 950 ? `${milliseconds}\u00a0ms` : `${(milliseconds / 1_000).toFixed(1)}\u00a0s`
}
