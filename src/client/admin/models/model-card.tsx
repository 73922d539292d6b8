import { Check } from 'lucide-react'
import { useState } from 'react'
import {
  ConnectionActions,
  ConnectionHead,
  ConnectionProblem,
  unreadableKeyText,
} from '#client/admin/connection-card.tsx'
import { timeAgo } from '#client/lib/dates.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { describeConnection, type ModelConnection } from '#shared/models.ts'
import { deleteConnection, saveConnection, testConnection, useRefresh } from './api.ts'
import { ConnectionFigures, describePrices } from './connection-figures.tsx'
import { connectionStateLabels } from './connection-states.ts'
import { toInput, toValues } from './connection-values.ts'

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
  const { source } = connection
  return (
    <>
      <Problem connection={connection} />
      <ConnectionFigures figures={connection.figures} />
      {source === 'connection' ? (
        <Actions connection={connection} onEdit={onEdit} />
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

const processLabels = { loading: 'Being loaded…', running: 'Running', failed: 'Failed' }

function StateBadge({ connection: { state, process } }: { connection: ModelConnection }) {
  if (state === 'unused' && process !== null && process !== 'stopped') return <Badge>{processLabels[process]}</Badge>
  const { text, variant } = connectionStateLabels[state]
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

function Actions({ connection, onEdit }: { connection: ModelConnection; onEdit: () => void }) {
  const { id, name, hasKey, process } = connection
  const refresh = useRefresh()
  return (
    <ConnectionActions
      name={name}
      test={() => testConnection({ id, connection: toInput(toValues(connection)) })}
      onTested={refresh}
      testing="Testing…"
      onEdit={onEdit}
      remove={{
        title: `Delete ${name}?`,
        text: `The next reply is written without it. ${hasKey ? 'Its key is deleted too. ' : ''}To keep it for later, edit it and switch it off instead.`,
        action: 'Delete',
        onConfirm: () => deleteConnection(id).then(refresh),
      }}
    >
      {process !== null && <ProcessButton connection={connection} />}
    </ConnectionActions>
  )
}

/** Starts or stops a model on this machine: it is switched on or off. */
function ProcessButton({ connection }: { connection: ModelConnection }) {
  const { id, name, enabled } = connection
  const refresh = useRefresh()
  const change = useSingleMutation({
    mutationFn: () => saveConnection({ id, connection: { ...toInput(toValues(connection)), enabled: !enabled } }),
    onSettled: refresh,
    onError: (error) => toastError(error),
  })
  const action = enabled ? 'Stop' : 'Start'
  return (
    <Button
      variant="outline"
      aria-label={`${action} ${name}`}
      aria-disabled={change.isPending}
      onClick={() => !change.isPending && change.mutate()}
    >
      {action}
    </Button>
  )
}
