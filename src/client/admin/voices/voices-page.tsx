import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { VoiceConnection, VoiceConnections } from '#shared/voices.ts'
import { ConnectionActions, ConnectionHead, ConnectionProblem, unreadableKeyText } from '../connection-card.tsx'
import { OrderedConnections } from '../ordered-connections.tsx'

const voiceDialog = lazyDialog(async () => (await import('./voice-dialog.tsx')).VoiceDialog)

export function VoicesPage() {
  const list = useQuery(queryOf('GET /api/admin/voices'))
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
        onOrder={(ids) => call('POST /api/admin/voices/order', { body: { ids } })}
      >
        {(connection) => ({
          head: <Head connection={connection} />,
          body: <Body connection={connection} onEdit={() => onEdit(connection)} />,
        })}
      </OrderedConnections>
    </>
  )
}

const dollars = (amount: number) =>
  `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

function Head({ connection }: { connection: VoiceConnection }) {
  const { name, serviceLabel, baseUrl, speechModel, voices, transcriptionModel, enabled, isKeyUnreadable } = connection
  const count = voices.length === 1 ? '1 voice' : `${voices.length} voices`
  const speech = voices.length === 0 ? 'Does not speak' : [count, speechModel].filter(Boolean).join(' by ')
  const transcription = transcriptionModel ? `transcribes with ${transcriptionModel}` : 'does not transcribe'
  return (
    <ConnectionHead
      name={name}
      badges={
        <>
          {!enabled && <Badge>Off</Badge>}
          {isKeyUnreadable && <Badge variant="danger">Key needed</Badge>}
        </>
      }
      lines={[`${serviceLabel} · ${new URL(baseUrl).host}`, `${speech} · ${transcription}`]}
    />
  )
}

function Body({ connection, onEdit }: { connection: VoiceConnection; onEdit: () => void }) {
  const { id, name, hasKey, isKeyUnreadable } = connection
  return (
    <>
      {isKeyUnreadable && <ConnectionProblem>{unreadableKeyText}</ConnectionProblem>}
      <ConnectionActions
        name={name}
        test={() => call('POST /api/admin/voices/test', { body: { id, connection } })}
        testing="Speaking…"
        onEdit={onEdit}
        remove={{
          title: `Delete ${name}?`,
          text: `Characters with its voices are read with others. ${hasKey ? 'Its key is deleted too. ' : ''}To keep it for later, edit it and switch it off instead.`,
          action: 'Delete',
          onConfirm: () => call('DELETE /api/admin/voices/:id', { params: { id } }),
        }}
      />
    </>
  )
}
