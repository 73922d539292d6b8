import { expect, test } from 'vitest'
import { playRounds } from '#tests/faults/crash/rounds.ts'
import { ToldVoice } from '#tests/faults/crash/scripted-model.ts'
import { breaches } from '#tests/faults/crash/tally.ts'
import { postgresStand } from '#tests/faults/environments/postgres-environment.ts'
import { sqliteStand } from '#tests/faults/environments/sqlite-environment.ts'
import { breachesOf } from '#tests/faults/report.ts'
import { findPostgres } from '#tests/support/postgres.ts'

const onPostgres = process.env.TEST_DB === 'postgres'

/** A few rounds of what `npm run test:crash` does at length, with its controls. */
test.runIf(!onPostgres || findPostgres())(
  'killed amid mixed writes, three times over, it loses nothing it had acknowledged',
  { timeout: 120_000 },
  async () => {
    const voice = new ToldVoice()
    await voice.listen()
    const makeStand = onPostgres ? postgresStand : sqliteStand
    const stand = await makeStand({ modelBaseUrl: voice.baseUrl, durable: true })
    const tally = await playRounds(stand, { rounds: 3, seed: 1, players: 6, seeThrough: false })
    await stand.close()
    await voice.close()

    expect(breachesOf('', tally), breaches.join(', ')).toEqual([])
    expect(tally.acknowledged).toBeGreaterThan(30)
    expect(tally.interrupted + tally.inDoubt, 'the blows fell amid something').toBeGreaterThan(3)
  },
)
