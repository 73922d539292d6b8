import { useQuery } from '@tanstack/react-query'
import { timeAgo } from '#client/lib/dates.ts'
import { counted } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import {
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '#shared/webhooks.ts'
import { SettingsItem } from './settings-section.tsx'

/** Milliseconds between two reads while the dialog is open. */
const readInterval = 2_000

/** The last deliveries of a webhook, newest first. */
export function DeliveriesDialog({ webhook }: { webhook: Webhook }) {
  const params = { id: webhook.id }
  const query = useQuery({
    ...queryOf('GET /api/webhooks/:id/deliveries', { params }),
    staleTime: 0,
    refetchInterval: readInterval,
  })
  const { isPending: isSending, mutate: send } = useSingleMutation({
    mutationFn: (deliveryId: string | null) =>
      deliveryId === null
        ? call('POST /api/webhooks/:id/test', { params })
        : call('POST /api/webhooks/:id/deliveries/:deliveryId/redeliver', { params: { ...params, deliveryId } }),
    onSuccess: () => invalidate('GET /api/webhooks/:id/deliveries'),
    onError: (error) => toastError(error),
  })
  return (
    <Dialog
      title="Deliveries"
      description={
        <span className="[overflow-wrap:anywhere]">
          The last {webhookLimits.shown} to {webhook.url}
        </span>
      }
    >
      {query.isPending && <Skeleton className="h-32 w-full rounded-lg" />}
      {query.isError && <LoadError isShort what="the deliveries" query={query} />}
      {query.data?.deliveries.length === 0 && <p className="text-ink-soft">Nothing was sent yet.</p>}
      {query.data && query.data.deliveries.length > 0 && (
        <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line">
          {query.data.deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} isSending={isSending} onSend={send} />
          ))}
        </ul>
      )}
      <Button variant="outline" className="mt-4" disabled={isSending} onClick={() => send(null)}>
        Send a test event
      </Button>
    </Dialog>
  )
}

const statuses = { pending: 'Waiting', delivered: 'Delivered', failed: 'Given up' } as const
const nameOf = (type: string) => (type === 'test' ? 'Test event' : (webhookEvents[type as WebhookEvent] ?? type))

interface DeliveryItemProps {
  delivery: WebhookDelivery
  isSending: boolean
  onSend: (id: string) => void
}

function DeliveryItem({ delivery, isSending, onSend }: DeliveryItemProps) {
  const { id, type, status, attempts, result, attemptedAt, createdAt } = delivery
  const outcome = result === '' ? '' : ` · ${counted(attempts, 'attempt')} · ${result}`
  return (
    <SettingsItem
      title={nameOf(type)}
      badge={
        <Badge variant={status === 'failed' ? 'danger' : 'outline'}>
          {status === 'pending' && attempts > 0 ? 'Trying again' : statuses[status]}
        </Badge>
      }
      lines={[timeAgo(attemptedAt ?? createdAt) + outcome]}
    >
      {status !== 'pending' && (
        <Button
          variant="quiet"
          disabled={isSending}
          aria-label={`Send again: ${nameOf(type)}`}
          onClick={() => onSend(id)}
        >
          Send again
        </Button>
      )}
    </SettingsItem>
  )
}
