import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { addConversationEvents } from '#server/accounts/webhooks/add-events.ts'
import type { ChatResponse } from '#shared/chat.ts'
import { type Webhook, type WebhookDelivery, type WebhookEvent, webhookLimits } from '#shared/webhooks.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import {
  type Client,
  createCharacter,
  createOwnApp,
  createSharedApp,
  shared,
  waitForReplies,
} from '#tests/support/test-app.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

const hour = 3_600_000
const app = await createSharedApp({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'on' } })
const receiver = shared(await startWebhookReceiver())
const player = await app.signUp('player')
const { id: characterId } = await createCharacter(player)
beforeEach(async () => {
  const { webhooks } = await player.get<{ webhooks: Webhook[] }>('/api/webhooks')
  for (const { id } of webhooks) await player.request('DELETE', `/api/webhooks/${id}`)
  await sendDue()
  receiver.received.length = 0
  receiver.answer = () => 204
})

/** Sends what is due now, and what that makes due. */
async function sendDue(): Promise<void> {
  await app.webhookQueue.claim()
  await app.webhookQueue.idle()
}

async function addWebhook(client: Client, events: WebhookEvent[], url = receiver.url) {
  const { webhook, secret } = await client.post<{ webhook: Webhook; secret: string }>('/api/webhooks', { url, events })
  const deliveries = async () =>
    (await client.get<{ deliveries: WebhookDelivery[] }>(`/api/webhooks/${webhook.id}/deliveries`)).deliveries
  return { id: webhook.id, secret, deliveries }
}

/** A conversation with one reply. */
async function chat(client = player): Promise<ChatResponse> {
  const sent = await client.chat(characterId, 'Good evening.')
  await waitForReplies(app)
  return sent
}

const fail = () => 500

it('sends the end of a reply and the changes of a conversation, signed as the documentation says', async () => {
  const { secret } = await addWebhook(player, ['reply.ended', 'conversation.changed'])
  const sent = await chat()
  const { conversationId } = sent
  const path = `/api/conversations/${conversationId}`
  await player.request('PATCH', path, { title: 'The lamp' })
  await player.put(`${path}/notes`, { scene: 'Night.', note: '' })
  expect((await (await app.signUp()).request('DELETE', path)).status).toBe(404)
  await player.request('DELETE', path)
  await sendDue()
  expect(receiver.typesOf()).toEqual([
    'reply.ended',
    'conversation.changed',
    'conversation.changed',
    'conversation.changed',
  ])
  const [reply, change] = receiver.received
  const text = sent.response
  const data = { conversationId, messageId: sent.messageId, characterId, status: 'complete', text, isTruncated: false }
  expect(reply?.event.data).toEqual(data)
  expect(change?.event.data).toEqual({ conversationId })

  const [code = ''] = /(?<=```js\n)[\s\S]*?(?=```)/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []
  const { isFromTroupe } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(isFromTroupe(secret, reply?.headers, reply?.body)).toBe(true)
  expect(isFromTroupe(secret, reply?.headers, `${reply?.body} `)).toBe(false)
  expect(isFromTroupe(secret, { ...reply?.headers, 'webhook-id': change?.headers['webhook-id'] }, reply?.body)).toBe(
    false,
  )
  const stored = await app.rows('webhooks')
  expect(JSON.stringify([stored, await player.get('/api/webhooks'), app.logged()])).not.toContain(secret)
})

/** In ten conversations. `WEBHOOK_EVENTS=1000` takes 9 seconds. */
const eventCount = Number(process.env.WEBHOOK_EVENTS ?? 200)

it('delivers each event at least once and in order, to a receiver that fails a third of the time', async () => {
  const conversations: string[] = []
  for (let n = 0; n < 10; n += 1) conversations.push((await chat()).conversationId)
  const accepted = new Map<unknown, unknown[]>(conversations.map((id) => [id, []]))
  let attempts = 0
  const tries = new Map<unknown, number>()
  receiver.answer = ({ headers, event: { data } }) => {
    attempts += 1
    const tried = tries.get(headers['webhook-id']) ?? 0
    tries.set(headers['webhook-id'], tried + 1)
    // Each fourth event fails twice: a third of all attempts.
    if (Number(data.n) % 4 === 2 && tried < 2) return 500
    accepted.get(data.conversationId)?.push(data.n)
    return 200
  }
  await addWebhook(player, ['conversation.changed'])
  for (let n = 0; n < eventCount / 10; n += 1) {
    const event = { type: 'conversation.changed', data: { n } } as const
    const events = conversations.map((conversationId) => ({ ...event, conversationId }))
    await app.context.transact((trx) => addConversationEvents(app.context, trx, events))
  }
  while ((await countJobs()) > 0) {
    await sendDue()
    app.clock.advance(hour)
  }
  const inOrder = Array.from({ length: eventCount / 10 }, (_, n) => n)
  expect([...accepted.values()]).toEqual(conversations.map(() => inOrder))
  expect(attempts).toBeGreaterThanOrEqual(eventCount * 1.5)
})

const countJobs = async () => (await app.rows('jobs', { kind: 'webhook' }, 'key')).length

it('sends an event again after a stop of the server in the middle of it', async () => {
  await addWebhook(player, ['reply.ended'])
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  receiver.answer = () => {
    arrived()
    return null
  }
  await chat()
  await arrival
  receiver.answer = () => 204
  await app.restart()
  await sendDue()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids.length).toBeGreaterThanOrEqual(2)
  expect(new Set(ids).size).toBe(1)
})

it('gives an event up after eight attempts, goes on with the next, and sends it again when its owner asks', async () => {
  const { id, deliveries } = await addWebhook(player, ['reply.ended', 'conversation.changed'])
  receiver.answer = ({ event }) => (event.type === 'reply.ended' ? 302 : 204)
  const { conversationId } = await chat()
  await player.request('PATCH', `/api/conversations/${conversationId}`, { title: 'Later' })
  for (let attempt = 1; attempt <= webhookLimits.attempts; attempt += 1) {
    await sendDue()
    app.clock.advance(hour)
  }
  await sendDue()
  expect(await deliveries()).toEqual([
    expect.objectContaining({ type: 'conversation.changed', status: 'delivered', attempts: 1, result: 'HTTP 204' }),
    expect.objectContaining({ type: 'reply.ended', status: 'failed', attempts: 8, result: 'HTTP 302' }),
  ])
  expect(receiver.typesOf()).toEqual([...Array(8).fill('reply.ended'), 'conversation.changed'])

  receiver.answer = () => 200
  const [, failed] = await deliveries()
  const again = `/api/webhooks/${id}/deliveries/${failed?.id}/redeliver`
  expect((await (await app.signUp()).request('POST', again)).status).toBe(404)
  expect((await player.request('POST', again)).status).toBe(204)
  await sendDue()
  expect((await deliveries())[1]).toMatchObject({ type: 'reply.ended', status: 'delivered', attempts: 1 })
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
})

it('is switched off after three days without a delivery, and on by its owner', async () => {
  const { id, deliveries } = await addWebhook(player, ['reply.ended'])
  const test = () => player.request('POST', `/api/webhooks/${id}/test`)
  receiver.answer = fail
  await test()
  await sendDue()
  app.clock.advance(webhookLimits.failingFor)
  await test()
  await sendDue()
  expect((await player.get<{ webhooks: Webhook[] }>('/api/webhooks')).webhooks[0]?.disabledAt).not.toBeNull()
  app.clock.advance(hour)
  await sendDue()
  expect((await deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed'])
  const before = receiver.received.length
  await chat()
  await sendDue()
  expect(receiver.received).toHaveLength(before)
  receiver.answer = () => 204
  await player.request('PUT', `/api/webhooks/${id}/events`, { events: ['reply.ended'] })
  await chat()
  await sendDue()
  expect((await deliveries())[0]).toMatchObject({ type: 'reply.ended', status: 'delivered' })
})

it('is switched off when too much waits', async () => {
  const { conversationId } = await chat()
  const { deliveries } = await addWebhook(player, ['conversation.changed'])
  receiver.answer = fail
  const event = { type: 'conversation.changed', conversationId } as const
  const events = Array.from({ length: webhookLimits.waiting + 2 }, () => event)
  await app.context.transact((trx) => addConversationEvents(app.context, trx, events))
  await sendDue()
  expect((await player.get<{ webhooks: Webhook[] }>('/api/webhooks')).webhooks[0]?.disabledAt).not.toBeNull()
  expect(new Set((await deliveries()).map(({ status }) => status))).toEqual(new Set(['failed']))
})

it('tells moderators of flags, as long as they are moderators', async () => {
  const reporter = await app.signUp()
  const refused = await reporter.request('POST', '/api/webhooks', { url: receiver.url, events: ['flag.raised'] })
  expect(refused.status).toBe(403)
  const admin = await signUpAdmin(app)
  const { deliveries } = await addWebhook(admin, ['flag.raised'])
  const flagId = await raiseReport(app, reporter, { type: 'character', id: characterId })
  await sendDue()
  const flag = { flagId, category: 'spam', severity: 2, targetType: 'character', targetId: characterId }
  expect(receiver.received.map(({ event }) => event.data)).toEqual([flag])

  receiver.answer = fail
  await raiseReport(app, reporter, { type: 'character', id: characterId }, { category: 'other', note: 'Odd.' })
  await sendDue()
  await setAccountType(app, admin, { accountType: 'free' })
  app.clock.advance(hour)
  receiver.answer = () => 204
  const before = receiver.received.length
  await raiseReport(app, reporter, { type: 'character', id: characterId }, { category: 'other', note: 'Again.' })
  await sendDue()
  expect(receiver.received).toHaveLength(before)
  expect((await deliveries())[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('not moderate') })
})

it('connects to no private address, whatever a name resolves to', async () => {
  const strict = await createOwnApp()
  const owner = await strict.signUp()
  const add = (url: string) =>
    owner.request<{ webhook: Webhook }>('POST', '/api/webhooks', { url, events: ['reply.ended'] })
  expect((await add(receiver.url)).status).toBe(400)
  const before = receiver.connections
  const { webhook } = (await add(`https://localhost:${receiver.port}/`)).body
  // An address that was stored while the operator allowed it.
  const stored = (await add('https://hooks.example.org/')).body.webhook
  await strict.context.db.updateTable('webhooks').set({ url: receiver.url }).where('id', '=', stored.id).execute()
  for (const { id } of [webhook, stored]) await owner.request('POST', `/api/webhooks/${id}/test`)
  await strict.webhookQueue.claim()
  await strict.webhookQueue.idle()
  for (const { id } of [webhook, stored]) {
    const { deliveries } = await owner.get<{ deliveries: WebhookDelivery[] }>(`/api/webhooks/${id}/deliveries`)
    expect(deliveries[0]).toMatchObject({ status: 'pending', result: 'The address is of a private network' })
  }
  expect(receiver.connections).toBe(before)
})
