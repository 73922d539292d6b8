import { beforeEach, expect, test } from 'vitest'
import type { ChatResponse } from '#shared/chat.ts'
import { budgetSpentMessage, type ErrorBody } from '#shared/errors.ts'
import type { AvailableModels, ConnectionInput, ModelConnection } from '#shared/models.ts'
import type { Overview } from '#shared/overview.ts'
import { startScriptedUpstream } from '#tests/support/scripted-upstream.ts'
import { type Client, createCharacter, createSharedApp, shared } from '#tests/support/test-app.ts'

const noModel = { MODEL_BASE_URL: '', MODEL_NAME: '', LOCAL_MODELS: 'off' }
/** 1,000 tokens at 10 dollars per million, 1,000 cached ones at 1, and 500 at 100: 0.061 dollars. */
const prices = { input: 10, cached: 1, output: 100 }
const costOfReply = 0.061
const usage = { prompt_tokens: 2_000, completion_tokens: 500, prompt_tokens_details: { cached_tokens: 1_000 } }
const reply = { choices: [{ message: { content: 'Come in.' }, finish_reason: 'stop' }], usage }

const upstream = shared(await startScriptedUpstream(() => ({ body: JSON.stringify(reply) })))
const app = await createSharedApp({ env: noModel })
const admin = await app.signUp('operating', { accountType: 'admin' })
const free = await app.signUp()
const premium = await app.signUp(undefined, { accountType: 'premium' })
const character = await createCharacter(await app.signUp('author'))
beforeEach(async () => {
  await app.restart()
  await app.context.db.deleteFrom('model_connection_hours').execute()
  await setBudget(null, false)
})

const input = (fields: Partial<ConnectionInput>): ConnectionInput => {
  return { name: 'Priced', service: 'openai-compatible', baseUrl: upstream.baseUrl, model: 'a', ...fields }
}
const connect = (fields: Partial<ConnectionInput> = {}) =>
  admin.post<ModelConnection>('/api/admin/models', input(fields))
const remove = ({ id }: ModelConnection) => admin.request('DELETE', `/api/admin/models/${id}`)
const send = (client: Client) =>
  client.request<ChatResponse & ErrorBody>('POST', '/api/chat', { characterId: character.id, message: 'Hello' })
const overview = () => admin.get<Overview>('/api/admin/overview')
const setBudget = (dollars: number | null, stops: boolean) =>
  admin.put<Overview>('/api/admin/budget', { dollars, stops })

test('the overview has the costs of a day by connection and plan, also of a deleted connection', async () => {
  const priced = await connect({ prices })
  for (const client of [free, premium, premium]) await send(client)
  const { costs } = await overview()
  const shown = costs.connections.find(({ id }) => id === priced.id)
  expect(shown).toMatchObject({ name: 'Priced', isCounted: true })
  for (const { free: ofFree, premium: ofPremium } of [shown?.month, shown?.days[0]].filter((costs) => costs != null)) {
    expect(ofFree).toBeCloseTo(costOfReply)
    expect(ofPremium).toBeCloseTo(2 * costOfReply)
  }
  expect(shown?.days[1]).toEqual({ free: 0, premium: 0 })
  expect(costs.spent).toBeCloseTo(3 * costOfReply)

  await remove(priced)
  const after = (await overview()).costs
  expect(after.connections).toMatchObject([{ id: priced.id, name: 'A deleted connection' }])
  expect(after.spent).toBeCloseTo(3 * costOfReply)
})

test('a budget warns at 80 % and stops models with a price, if it is set to; others go on', async () => {
  // A reply costs 8.50 dollars.
  const priced = await connect({ prices: { input: 3_500, cached: 0, output: 10_000 } })
  await send(free)
  const warned = async (dollars: number, stops = false) => {
    const { attention } = await setBudget(dollars, stops)
    return attention.find(({ text }) => text.includes('budget'))
  }
  expect(await warned(20)).toBeUndefined()
  expect(await warned(10)).toMatchObject({ isUrgent: false, text: expect.stringContaining('$8.50') })
  expect(app.logged()).toContain('80 % of the month')
  expect(await warned(8)).toMatchObject({ isUrgent: true })
  expect(await admin.get('/api/admin/budget')).toEqual({
    budget: { dollars: 8, stops: false },
    spent: expect.closeTo(8.5),
  })
  expect((await send(free)).status).toBe(200)

  await warned(8, true)
  expect(await send(free)).toMatchObject({
    status: 429,
    body: { errorType: 'quota_exceeded', userMessage: budgetSpentMessage },
  })
  const unpriced = await connect({ name: 'On this machine' })
  expect((await send(free)).status).toBe(200)
  await Promise.all([priced, unpriced].map(remove))
  const entries = await app.context.db.selectFrom('audit_entries').select('facts').where('action', '=', 'save_budget')
  expect((await entries.orderBy('seq', 'desc').execute())[0]?.facts).toBe('{"dollars":8,"stops":1}')
})

test.each([{ dollars: 0, stops: true }, { dollars: 'ten', stops: true }, { dollars: 10 }])(
  'an invalid budget is refused: %o',
  async (body) => {
    expect((await admin.request('PUT', '/api/admin/budget', body)).status).toBe(400)
  },
)

test('the prices that the service lists are offered, or else those that are known', async () => {
  const listed = [
    { id: 'priced', pricing: { prompt: '0.0000003', completion: '0.0000012', input_cache_read: '0.00000003' } },
    { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } },
  ]
  const listing = await startScriptedUpstream(() => ({ body: '' }), { '/v1/models': { data: listed } })
  const ask = (fields: Partial<ConnectionInput>) =>
    admin.post<AvailableModels>('/api/admin/models/available', {
      connection: input({ baseUrl: listing.baseUrl, ...fields }),
    })
  const { models } = await ask({})
  expect(models.map(({ prices }) => prices)).toEqual([{ input: 0.3, cached: 0.03, output: 1.2 }, null])
  const known = await connect({ service: 'anthropic', model: 'claude-haiku-5-5', apiKey: 'k' })
  expect(known.countedPrices).toEqual({ input: 0.1, cached: 0.01, output: 0.5 })
  await remove(known)
  await listing.close()
})
