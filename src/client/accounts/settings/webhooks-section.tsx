import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf, thenReload } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { type Webhook, webhookEvents } from '#shared/webhooks.ts'
import { SecretsSection } from './secrets-section.tsx'
import { SettingsItem } from './settings-section.tsx'

const webhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const deliveriesDialog = lazyDialog(async () => (await import('./deliveries-dialog.tsx')).DeliveriesDialog)

export function WebhooksSection() {
  const query = useQuery(queryOf('GET /api/webhooks'))
  return (
    <SecretsSection
      title="Webhooks"
      text={
        <>
          Lets a program of yours know at once when something happens here. Requests are signed as{' '}
          <a href="https://www.standardwebhooks.com" className="text-curtain underline underline-offset-4">
            Standard Webhooks
          </a>{' '}
          says.
        </>
      }
      what="webhooks"
      query={query}
      items={query.data?.webhooks.map((webhook) => <WebhookItem key={webhook.id} webhook={webhook} />)}
      secretTitle="The secret of your webhook"
      copyLabel="Copy the secret"
      addLabel="Add a webhook"
      onAdd={(onSaved) => webhookDialog.open({ onSaved })}
    />
  )
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, url, events, disabledAt } = webhook
  const isOff = disabledAt !== null
  const { host } = new URL(url)
  const switchOn = useSingleMutation({
    mutationFn: () =>
      thenReload(call('PUT /api/webhooks/:id/events', { params: { id }, body: { events } }), 'GET /api/webhooks'),
  })
  const remove = () =>
    confirmDialog.open({
      title: 'Delete this webhook?',
      text: `Nothing is sent to ${host} any more, and its secret is void.`,
      action: 'Delete',
      isDangerous: true,
      onConfirm: async () => {
        await thenReload(call('DELETE /api/webhooks/:id', { params: { id } }), 'GET /api/webhooks')
        toast({ title: 'Webhook deleted', description: `${host} gets no more events.` })
      },
    })
  const offText =
    'It failed for three days, or too many events waited, so nothing is sent to it. Look at its deliveries, then switch it on.'
  return (
    <SettingsItem
      icon={WebhookIcon}
      title={url}
      badge={isOff && <Badge variant="danger">Switched off</Badge>}
      lines={[
        events.map((name) => webhookEvents[name]).join(' · '),
        isOff && <span className="mt-1 block text-ink">{offText}</span>,
      ]}
    >
      <div className="-mt-1 flex basis-full flex-wrap pl-4">
        {isOff && (
          <Button variant="quiet" disabled={switchOn.isPending} onClick={() => switchOn.mutate()}>
            Switch on
          </Button>
        )}
        <Button variant="quiet" onClick={() => deliveriesDialog.open({ webhook })} aria-label={`Deliveries to ${host}`}>
          Deliveries
        </Button>
        <Button
          variant="quiet"
          onClick={() => webhookDialog.open({ webhook, onSaved: () => void invalidate('GET /api/webhooks') })}
          aria-label={`Change the events of ${host}`}
        >
          Change
        </Button>
        <Button variant="quiet" onClick={remove} aria-label={`Delete the webhook to ${host}`}>
          Delete
        </Button>
      </div>
    </SettingsItem>
  )
}
