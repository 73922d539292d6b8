import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { VoiceConnection, VoiceConnections } from '#shared/voices.ts'
import { OrderedConnections } from '../ordered-connections.tsx'
import { ConnectionProblem, unreadableKeyText } from '../test-notice.tsx'
import { deleteVoices, orderVoices, testVoices, useApplyVoices, useVoiceConnections } from './api.ts'
import { VoiceTestNotice } from './voice-test-notice.tsx'
import { toInput, toValues } from './voice-values.ts'

const voiceDialog = lazyDialog(async () => (await import('./voice-dialog.tsx')).VoiceDialog)

export function VoicesPage() {
  useTitle('Voices')
  const list = useVoiceConnections()
  const open = (connection: VoiceConnection | null) =>
    list.data && voiceDialog.open({ services: list.data.services, connection })
  const connect = <Button onClick={() => open(null)}>Connect a voice service</Button>
  const hasConnections = (list.data?.connections.length ?? 0) > 0
  return (
    <>
      <PageHeader
        title="Voices"
        text="The services that read replies aloud and write down what is said. Where two have the same voice, the first one speaks; if it fails, the next one does."
        action={hasConnections && connect}
      />
      {list.isPending && <CardSkeleton className="h-44" />}
      <LoadError what="the voices" query={list} />
      {list.data &&
        (hasConnections ? (
          <Connected list={list.data} onEdit={open} />
        ) : (
          <EmptyState drawing={<EmptyStage />} title="No voice service is connected" action={connect}>
            Until then, replies are read with the voices of each browser, which cost nothing. You need the key of a
            service such as OpenAI or ElevenLabs, or a server of your own such as Kokoro-FastAPI.
          </EmptyState>
        ))}
    </>
  )
}

function Connected({ list, onEdit }: { list: VoiceConnections; onEdit: (connection: VoiceConnection) => void }) {
  const { connections, today, roundTrip } = list
  const apply = useApplyVoices()
  const order = useSingleMutation({ mutationFn: orderVoices, onError: (error) => toastError(error) })
  return (
    <>
      <p className="mb-5 text-ink-soft text-sm">
        Today: {Math.ceil(today.seconds / 60).toLocaleString('en')} minutes of speech, {dollars(today.dollars)} as far
        as prices are known. Limits are in the site settings.
        {roundTrip !== null &&
          ` In calls of the last hour, replies were heard ${(roundTrip / 1_000).toFixed(1)} seconds after the player had spoken, on average.`}
      </p>
      <OrderedConnections
        label="Voice services in the order in which they are used"
        connections={connections}
        movable={connections}
        onOrder={(ids, onSaved) =>
          order.mutate(ids, {
            onSuccess: (saved) => {
              void apply(saved)
              onSaved(saved.connections.map(({ id }) => id))
            },
          })
        }
      >
        {(connection) => ({
          head: <Head connection={connection} />,
          body: <Actions connection={connection} onEdit={() => onEdit(connection)} />,
        })}
      </OrderedConnections>
    </>
  )
}

const dollars = (amount: number) =>
  `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

function Head({ connection }: { connection: VoiceConnection }) {
  const { name, serviceLabel, baseUrl, speechModel, voices, transcriptionModel, enabled, isKeyUnreadable } = connection
  const speech = voices.length === 1 ? '1 voice' : `${voices.length} voices`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="text-xl [overflow-wrap:anywhere]">{name}</h2>
        {!enabled && <Badge>Off</Badge>}
        {isKeyUnreadable && <Badge variant="danger">Key needed</Badge>}
      </div>
      <p className="mt-1 text-ink-soft text-sm [overflow-wrap:anywhere]">
        {[serviceLabel, new URL(baseUrl).host].join(' · ')}
      </p>
      <p className="mt-0.5 text-ink-soft text-sm [overflow-wrap:anywhere]">
        {voices.length === 0 ? 'Does not speak' : [speech, speechModel].filter(Boolean).join(' by ')}
        {' · '}
        {transcriptionModel ? `transcribes with ${transcriptionModel}` : 'does not transcribe'}
      </p>
    </>
  )
}

function Actions({ connection, onEdit }: { connection: VoiceConnection; onEdit: () => void }) {
  const { id, name, hasKey, isKeyUnreadable } = connection
  const apply = useApplyVoices()
  const test = useSingleMutation({ mutationFn: () => testVoices({ id, connection: toInput(toValues(connection)) }) })
  const remove = () =>
    confirmDialog.open({
      title: `Delete ${name}?`,
      text: `Characters with its voices are read with others. ${hasKey ? 'Its key is deleted too. ' : ''}To keep it for later, edit it and switch it off instead.`,
      action: 'Delete',
      isDangerous: true,
      onConfirm: () => deleteVoices(id).then(apply),
    })
  return (
    <>
      {isKeyUnreadable && <ConnectionProblem>{unreadableKeyText}</ConnectionProblem>}
      <VoiceTestNotice test={test} className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          variant="outline"
          aria-label={`Test ${name}`}
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate()}
        >
          {test.isPending ? 'Speaking…' : 'Test'}
        </Button>
        <Button variant="outline" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="quiet" aria-label={`Delete ${name}`} onClick={remove}>
          Delete
        </Button>
      </div>
    </>
  )
}
