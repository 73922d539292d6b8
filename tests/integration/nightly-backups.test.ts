import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOverview } from '#server/admin/overview/read-overview.ts'
import { checkBackup } from '#server/backup/backup-file.ts'
import { NightlyBackups } from '#server/backup/nightly-backups.ts'
import type { Overview } from '#shared/overview.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { createSharedApp } from '#tests/support/test-app.ts'

const day = 86_400_000

const app = await createSharedApp()
const admin = await signUpAdmin(app, 'operating')

const folder = path.join(app.context.env.dataDir, 'backups')
const list = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.gz')) : [])
// Half a day away, so that none becomes due by itself.
const hours = (new Date().getHours() + 12) % 24
const env = { ...app.context.env, backupKeep: 1, backupAt: { hours, minutes: 0 } }
const nightly = new NightlyBackups({ ...app.context, env })
const run = () => nightly.run(new AbortController().signal)

describe('the nightly backup', () => {
  it('is made once a night, and the newest are kept', async () => {
    await run()
    expect(list()).toEqual([])
    for (let night = 1; night <= 2; night += 1) {
      app.clock.advance(day)
      await run()
      await run()
      expect(list()).toHaveLength(1)
    }
    const { end } = await checkBackup(path.join(folder, list()[0] ?? ''))
    expect(end.tables.users?.rows).toBe(2)
    expect(await nightly.readState()).toMatchObject({ count: 1, newestAt: expect.any(Number), failure: null })
    await admin.post('/api/auth/login', { username: 'operating', password: 'quiet-harbor' })
    const { backups } = await admin.get<Overview>('/api/admin/overview')
    expect(backups).toMatchObject({ count: 1, isNightly: false, failure: null })
  })

  it('that fails leaves no file, is shown, and is tried again an hour later', async () => {
    const kept = list()
    app.clock.advance(day)
    env.databaseUrl = 'postgres://127.0.0.1:1/none'
    await expect(run()).rejects.toThrow('cannot be used')
    await run()
    expect(readdirSync(folder).filter((name) => name !== 'nightly.lock')).toEqual(kept)
    const { context, liveReplies } = app
    const deps = { context, models: context.models, payments: null, nightlyBackups: nightly, liveReplies }
    expect((await readOverview(deps)).attention.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^The nightly backup has failed\. .*127\.0\.0\.1:1.* It is tried again every hour\.$/),
    )
    env.databaseUrl = undefined
    app.clock.advance(3_600_000)
    await run()
    expect(await nightly.readState()).toMatchObject({ count: 1, failure: null })
    expect(list()).not.toEqual(kept)
  })
})
