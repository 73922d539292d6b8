import { expect, test } from 'vitest'
import { runRounds } from '#tests/faults/crash/rounds.ts'
import { startKeyedModel } from '#tests/faults/crash/scripted-model.ts'
import { createSqliteEnvironment } from '#tests/faults/environments/sqlite-environment.ts'
import { listViolations } from '#tests/faults/report.ts'

/** A short form of `npm run test:crash`, which also does it on PostgreSQL. */
test('loses no acknowledged data when the server is killed twice under load', { timeout: 120_000 }, async () => {
  const model = await startKeyedModel()
  const environment = await createSqliteEnvironment({ modelBaseUrl: model.baseUrl, durable: true })
  const results = await runRounds(environment, { rounds: 2, seed: 1, users: 6, waitForRecovery: false })
  await environment.close()
  await model.close()

  expect(listViolations('', results)).toEqual([])
  expect(results.acknowledged).toBeGreaterThan(20)
  expect(results.interrupted + results.unconfirmed, 'requests in progress at a failure').toBeGreaterThan(1)
})
