import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, fieldError, notFound, orNotFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { canModerate } from '#shared/entitlements.ts'
import { type WebhookEvent, type WebhookRequest, webhookApi, webhookLimits } from '#shared/webhooks.ts'
import { addDelivery, saveWebhookJob } from './add-events.ts'
import { isAllowedUrl } from './post-webhook.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  restartDelivery,
  setEvents,
  type WebhookRow,
} from './queries.ts'
import { viewDelivery, viewWebhook } from './view.ts'
import { secretPrefix } from './webhook-queue.ts'

/** The viewer's own webhooks. */
export function webhookRoutes(context: Context) {
  const { db, clock, transact } = context

  async function getWebhook(viewer: Viewer, id: string): Promise<WebhookRow> {
    return orNotFound(await findWebhook(db, viewer.id, id))
  }

  return handleRoutes(webhookApi, () => ({
    'GET /api/webhooks': async ({ viewer }) => ({ webhooks: (await listWebhooks(db, viewer.id)).map(viewWebhook) }),
    'POST /api/webhooks': ({ viewer, body }) => createWebhook(context, viewer, body),
    'PUT /api/webhooks/:id/events': async ({ viewer, params, body: { events } }) => {
      assertMayBeTold(viewer, events)
      if (!(await setEvents(db, viewer.id, params.id, JSON.stringify(events)))) throw notFound()
    },
    'DELETE /api/webhooks/:id': async ({ viewer, params }) => {
      if (!(await deleteWebhook(db, viewer.id, params.id))) throw notFound()
    },
    'POST /api/webhooks/:id/test': async ({ viewer, params }) => {
      const { id: webhookId } = await getWebhook(viewer, params.id)
      await transact((trx) => addDelivery(context, trx, { webhookId, type: 'test', data: {} }))
    },
    'GET /api/webhooks/:id/deliveries': async ({ viewer, params }) => {
      const { id } = await getWebhook(viewer, params.id)
      return { deliveries: (await listDeliveries(db, id)).map(viewDelivery) }
    },
    'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': async ({ viewer, params }) => {
      const { id } = await getWebhook(viewer, params.id)
      await transact(async (trx) => {
        const delivery = orNotFound(await restartDelivery(trx, id, params.deliveryId))
        await saveWebhookJob(trx, delivery, clock.now())
      })
    },
  }))
}

async function createWebhook(context: Context, viewer: Viewer, { url, events }: WebhookRequest) {
  const { db, env, ids, clock } = context
  assertMayBeTold(viewer, events)
  if (!isAllowedUrl(url, env.webhooksToPrivateAddresses)) {
    throw fieldError('url', 'Please enter an address on the internet that starts with https://, without a password')
  }
  if ((await countWebhooks(db, viewer.id)) >= webhookLimits.perAccount) {
    const message = `An account can have ${webhookLimits.perAccount} webhooks. Delete one that you do not need first.`
    throw new ApiError('bad_request', { message })
  }
  const id = ids.uuid()
  const secret = secretPrefix + Buffer.from(ids.secret(32), 'base64url').toString('base64')
  const row = {
    id,
    user_id: viewer.id,
    url,
    events: JSON.stringify(events),
    encrypted_secret: context.secretBox.encrypt(secret, id),
    failing_since: null,
    disabled_at: null,
    created_at: clock.now(),
  }
  await insertWebhook(db, row)
  return { webhook: viewWebhook(row), secret }
}

function assertMayBeTold(viewer: Viewer, events: readonly WebhookEvent[]): void {
  const user = { accountType: viewer.account_type, isModerator: viewer.is_moderator === 1 }
  if (events.includes('flag.raised') && !canModerate(user)) throw new ApiError('forbidden')
}
