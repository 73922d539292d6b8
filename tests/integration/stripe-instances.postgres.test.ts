import { afterAll, expect, it } from 'vitest'
import { createStripeApp, subscribeRequest } from '#tests/support/stripe/stripe-app.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

const database = await createTestDatabase()
const shared = { ...database, drop: async () => {} }
const setup = await createStripeApp({ database: shared })
const second = await createTestApp({ database: shared, env: setup.stripe.env })
afterAll(async () => {
  await second.close()
  await setup.close()
  await database.drop()
})

it('thirty double clicks on two instances create one customer and one subscription', async () => {
  const player = await setup.app.signUp()
  const onSecond = second.visitor()
  onSecond.cookie = player.cookie
  setup.stripe.latency = 5
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 === 0 ? player : onSecond).request('POST', '/api/create-subscription', subscribeRequest),
    ),
  )
  setup.stripe.latency = 0
  expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(responses[0]?.status).toBe(200)
  expect(setup.stripe.records.customers.size).toBe(1)
  expect(setup.stripe.records.subscriptions.size).toBe(1)
})
