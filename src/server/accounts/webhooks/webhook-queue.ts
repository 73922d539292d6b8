import { createHmac } from 'node:crypto'
import type { Context, Queryable } from '#server/core/context.ts'
import { JobQueue, type RunningJob } from '#server/core/jobs/job-queue.ts'
import { webhookLimits } from '#shared/webhooks.ts'
import { saveWebhookJob } from './add-events.ts'
import { type PostResult, postWebhook } from './post-webhook.ts'
import {
  countWaiting,
  deleteOldDeliveries,
  failWaiting,
  findNextDelivery,
  findReply,
  type NextDelivery,
  updateDelivery,
  updateWebhook,
} from './queries.ts'

/** Before the secret, as the specification of Standard Webhooks says. */
export const secretPrefix = 'whsec_'

/**
 * Delivers the events of webhooks. There is one job for the deliveries of a webhook for a conversation, which sends the oldest,
 * and the next one once that was delivered or given up: so each is delivered in order, and at least once.
 */
export function createWebhookQueue(context: Context): JobQueue<unknown> {
  return new JobQueue(context, {
    kind: 'webhook',
    // Each waits for its receiver, 10 seconds at most.
    maxRunning: 50,
    // Deliveries count their own.
    maxAttempts: Number.POSITIVE_INFINITY,
    pollInterval: 1_000,
    run: (job) => deliver(context, job),
  })
}

/** Resolves with the reason where a delivery is to be tried again. */
async function deliver(context: Context, { row, signal }: RunningJob) {
  const [webhookId = '', conversationId = ''] = row.key.split(' ')
  for (;;) {
    const delivery = await findNextDelivery(context.db, webhookId, conversationId)
    if (!delivery) return
    const reason = reasonNotToSend(delivery)
    const { isDelivered, result } =
      reason === null ? await send(context, delivery, signal) : { isDelivered: false, result: reason }
    const attempts = delivery.attempts + (reason === null ? 1 : 0)
    const isEnded = isDelivered || reason !== null || attempts >= webhookLimits.attempts
    // The next one is delayed as often as it fails itself, so the job begins anew.
    const isRestarted = isEnded && row.attempts > 1
    const now = context.clock.now()
    await context.transact(async (trx) => {
      const status = isDelivered ? 'delivered' : isEnded ? 'failed' : 'pending'
      await updateDelivery(trx, delivery.id, { status, attempts, result, attempted_at: now })
      if (reason === null) await updateHealth(trx, delivery, isDelivered, now)
      if (isEnded) await deleteOldDeliveries(trx, webhookId)
      if (isRestarted) await saveWebhookJob(trx, delivery, now)
    })
    if (!isEnded) return result
    if (isRestarted) return
    signal.throwIfAborted()
  }
}

/** Switches a webhook off that has failed for too long, or has too much to send. */
async function updateHealth(trx: Queryable, delivery: NextDelivery, isDelivered: boolean, now: number): Promise<void> {
  const { webhook_id: id } = delivery
  const failing_since = isDelivered ? null : (delivery.failing_since ?? now)
  const isFailing = failing_since !== null && now - failing_since >= webhookLimits.failingFor
  const isSwitchedOff = isFailing || (await countWaiting(trx, id)) > webhookLimits.waiting
  await updateWebhook(trx, id, { failing_since, ...(isSwitchedOff && { disabled_at: now }) })
  if (isSwitchedOff) await failWaiting(trx, id, switchedOff)
}

const switchedOff = 'The webhook is switched off'

function reasonNotToSend({ type, disabled_at, account_type, is_moderator }: NextDelivery): string | null {
  if (disabled_at !== null) return switchedOff
  const isStaff = account_type === 'admin' || is_moderator === 1
  return type === 'flag.raised' && !isStaff ? 'The account does not moderate any more' : null
}

async function send(context: Context, delivery: NextDelivery, signal: AbortSignal): Promise<PostResult> {
  const { id, webhook_id, url, encrypted_secret, created_at } = delivery
  const secret = context.secretBox.decrypt(encrypted_secret, webhook_id)
  if (secret === null) {
    context.log.error({ webhook: webhook_id }, 'the secret of a webhook cannot be read; was SECRET_KEY changed?')
    return { isDelivered: false, result: 'Its secret cannot be read: delete this webhook and add it again' }
  }
  const data = await readData(context, delivery)
  const body = JSON.stringify({ type: delivery.type, timestamp: new Date(created_at).toISOString(), data })
  const timestamp = String(Math.floor(context.clock.now() / 1_000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Troupe',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  return postWebhook({ url, headers, body, isPrivateAllowed: context.env.webhooksToPrivateAddresses, signal })
}

async function readData({ db }: Context, { type, conversation_id, data }: NextDelivery): Promise<object> {
  const stored = JSON.parse(data) as { messageId?: string }
  const ids = conversation_id === '' ? stored : { conversationId: conversation_id, ...stored }
  if (type !== 'reply.ended' || stored.messageId === undefined) return ids
  const reply = await findReply(db, stored.messageId)
  if (!reply) return { ...ids, text: null }
  const { content, speaker_id, character_id } = reply
  const text = content.slice(0, webhookLimits.text)
  return { ...ids, characterId: speaker_id ?? character_id, text, isTruncated: text !== content }
}
