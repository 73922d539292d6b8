import { expect, test } from 'vitest'
import { runWebhookRounds } from '#tests/faults/webhooks/webhook-rounds.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

/** A short form of `npm run test:crash -- --only webhooks`. */
test('a webhook that was answered is processed, although the server was killed right after the answer', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase()
  const { acknowledged, recovered, lost } = await runWebhookRounds({ LOCAL_MODELS: 'off', ...database.env }, 2)
  await database.drop()
  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(2)
  expect(recovered).toBeGreaterThanOrEqual(2)
})
