import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { moveInstance } from '#server/backup/load-instance.ts'
import { countServers } from '#server/backup/queries.ts'
import { readEnv } from '#server/core/env.ts'
import type { FoundMessages } from '#shared/message-search.ts'
import { runScript } from '#tests/support/child-process.ts'
import { image, upload } from '#tests/support/images.ts'
import { indexMessages } from '#tests/support/index-messages.ts'
import { raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { type Client, createCharacter, createOwnApp, createTestApp, waitForReplies } from '#tests/support/test-app.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
const target = await createPostgresDatabase(inject('postgres').url)
const app = await createTestApp({ database: { env: { DATA_DIR: dataDir }, drop: async () => {} } })
const env = { DATA_DIR: dataDir, DATABASE_URL: '' }
const move = (...args: string[]) => runScript('scripts/move.ts', [...args, target.url], env)

afterAll(async () => {
  await app.upstream.close()
  await target.drop()
  rmSync(dataDir, { recursive: true })
})

it('npm run move carries an instance to PostgreSQL', { timeout: 120_000 }, async () => {
  const admin = await signUpAdmin(app, 'operating')
  const player = await app.signUp('player')
  const { body: picture } = await upload(player, await image())
  const { id: characterId } = await createCharacter(player, { avatar: picture.url })
  await player.chat(characterId, 'The saffron lamp.')
  await waitForReplies(app)
  const flagId = await raiseReport(app, admin, { type: 'character', id: characterId })
  await admin.request('POST', `/api/admin/flags/${flagId}/action`, { action: 'dismiss' })
  const archive = Buffer.from([0, 255, 1])
  const file = { id: 'one', owner_id: player.id, archive, bytes: 3, created_at: app.clock.now() }
  await app.context.db.insertInto('card_files').values(file).execute()

  const options = { env: readEnv({ ...env, DATABASE_URL: target.url }), now: 1, replaces: false, isTrial: false }
  await expect(moveInstance(options)).rejects.toThrow('in use by another running server')
  const tried = await move('--check')
  expect(tried).toMatchObject({ code: 0, output: expect.stringMatching(/1 picture\..*Nothing was kept/s) })
  await app.stop(0)

  const killed = await runScript('tests/integration/killed-move.ts', [], { ...env, DATABASE_URL: target.url })
  expect(killed).toEqual({ code: null, output: '' })
  expect(await move()).toMatchObject({ code: 0, output: expect.stringContaining('The audit log is intact.') })
  await expect(moveInstance(options)).rejects.toThrow('already holds an instance')

  const database = { env: { DATA_DIR: dataDir, DATABASE_URL: target.url }, drop: async () => {} }
  const moved = await createOwnApp({ database })
  const client = (former: Client) => Object.assign(moved.visitor(), { user: former.user, cookie: former.cookie })
  expect((await client(player).raw(picture.url)).status).toBe(200)
  expect(await moved.context.db.selectFrom('card_files').select('archive').execute()).toEqual([{ archive }])
  await indexMessages(moved.context)
  const { found } = await client(player).get<FoundMessages>('/api/messages?search=saffron')
  expect(found).toHaveLength(1)
  await client(player).post('/api/characters', { name: 'Later', description: 'Found by the search too.' })
  expect(await client(player).get('/api/characters/public?search=quill')).toHaveLength(1)
  expect(await countServers(moved.context.db)).toBe(1)
})
