import { expect, test } from 'vitest'
import { runMemoryRounds } from '#tests/faults/memory/memory-rounds.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

/** A short form of `npm run test:crash -- --only memory`. */
test('the memory of a conversation is written once, although the server was killed before it was stored', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase()
  const { conversations, recovered, violations } = await runMemoryRounds({ LOCAL_MODELS: 'off', ...database.env }, 2)
  await database.drop()
  expect(violations).toEqual([])
  expect(conversations).toBeGreaterThanOrEqual(2)
  expect(recovered).toBeGreaterThanOrEqual(1)
})
