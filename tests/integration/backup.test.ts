import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkBackup, readBackup, writeBackup } from '#server/backup/backup-file.ts'
import { loadInstance } from '#server/backup/load-instance.ts'
import { readEnv } from '#server/core/env.ts'
import { openDatabase } from '#server/db/database.ts'
import { applyMigrations, migrations } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import type { FoundMessages } from '#shared/message-search.ts'
import type { Overview } from '#shared/overview.ts'
import { runScript } from '#tests/support/child-process.ts'
import { image, upload } from '#tests/support/images.ts'
import { indexMessages } from '#tests/support/index-messages.ts'
import { raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { s3Account, startS3Server } from '#tests/support/s3-server.ts'
import { type Client, createCharacter, createTestApp, waitForReplies } from '#tests/support/test-app.ts'
import { createEmptyDatabase, createTestDatabase } from '#tests/support/test-database.ts'

const onPostgres = process.env.TEST_DB === 'postgres'
const folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
const file = path.join(folder, 'backup.jsonl.gz')

const source = await createTestDatabase()
const app = await createTestApp({ database: source, env: { FREE_DAILY_MESSAGES: '100000' } })
const target = await createEmptyDatabase()
const bucket = await startS3Server()
const inBucket = {
  PICTURE_STORAGE: 's3',
  S3_ENDPOINT: bucket.url,
  S3_BUCKET: s3Account.bucket,
  S3_REGION: s3Account.region,
  S3_ACCESS_KEY_ID: s3Account.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
}
const restore = (signal?: AbortSignal) =>
  runScript('scripts/restore.ts', [file], { ...target.env, ...inBucket }, signal)

const load = (name: string, env: Record<string, string>, replaces = true) =>
  loadInstance(readBackup(name), { env: readEnv(env), now: Date.now(), replaces, isTrial: false })

afterAll(async () => {
  await app.upstream.close()
  await bucket.close()
  await target.drop()
  rmSync(folder, { recursive: true, force: true })
})

const admin = await signUpAdmin(app, 'operating')
const player = await app.signUp('player')
const { body: picture } = await upload(player, await image())
const character = await createCharacter(player, { avatar: picture.url })
const model = { name: 'Keyed', service: 'openai-compatible', baseUrl: app.upstream.baseUrl, model: 'mock-chat' }
await admin.post('/api/admin/models', { ...model, apiKey: 'one-key' })
const flagId = await raiseReport(app, await app.signUp(), { type: 'character', id: character.id })
await admin.request('POST', `/api/admin/flags/${flagId}/action`, { action: 'dismiss' })
const archive = Buffer.from([0, 255, 1])
await app.context.db
  .insertInto('card_files')
  .values({ id: 'one', owner_id: player.id, archive, bytes: 3, created_at: app.clock.now() })
  .execute()

describe('npm run backup and npm run restore', () => {
  const acknowledged: string[] = []

  it('back up an instance while messages are sent', async () => {
    let isOver = false
    const send = async (writer: number) => {
      for (let index = 0; !isOver; index += 1) {
        const message = `Harbor ${writer} ${index}`
        await player.chat(character.id, message)
        acknowledged.push(message)
      }
    }
    const sending = Promise.all([send(1), send(2), send(3)])
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3)
    const before = acknowledged.length
    const { code, output } = await runScript('scripts/backup.ts', [file], source.env)
    isOver = true
    const during = acknowledged.length - before
    await sending
    acknowledged.splice(before)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/accounts.*1 picture\.\n/s) })
    expect(during).toBeGreaterThan(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('refuse to write where a server runs', async () => {
    await expect(load(file, source.env)).rejects.toThrow(/(in use by another running server|Stop all servers)/)
  })

  it('restore all of it, also after the restore was killed', async () => {
    await waitForReplies(app)
    await app.stop(0)
    await source.drop()
    const killed = new AbortController()
    bucket.onRequest = (method) => {
      if (method !== 'PUT') return
      killed.abort()
      return new Promise(() => {})
    }
    const first = await restore(killed.signal)
    bucket.onRequest = null
    expect(first).toMatchObject({ code: null, output: expect.stringMatching(/It is whole.*Restoring…/s) })
    const { code, output } = await restore()
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('The audit log is intact.') })
    expect(bucket.objects.size).toBe(1)
    expect(statSync(path.join(target.env.DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it('an instance that is consistent, with every message that was acknowledged before', async () => {
    const restored = await createTestApp({ database: { ...target, drop: async () => {} }, env: inBucket })
    onTestFinished(() => restored.close())
    const { db } = restored.context
    if (!onPostgres) expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
    const texts = await db.selectFrom('messages').select('content').where('role', '=', 'user').execute()
    expect(texts.map(({ content }) => content)).toEqual(expect.arrayContaining(acknowledged))
    const { used } = await db
      .selectFrom('daily_messages')
      .select(sql<number | string>`sum(used + refunded)`.as('used'))
      .executeTakeFirstOrThrow()
    expect(Number(used)).toBe(texts.length)
    const rootless = db
      .selectFrom('conversations')
      .select('id')
      .where('active_leaf_id', 'not in', db.selectFrom('messages').select('id'))
    expect(await rootless.execute()).toEqual([])
    const { archive: restoredArchive } = await db.selectFrom('card_files').select('archive').executeTakeFirstOrThrow()
    expect(Buffer.from(restoredArchive)).toEqual(archive)

    const client = (former: Client) => Object.assign(restored.visitor(), { user: former.user, cookie: former.cookie })
    expect((await client(player).raw(picture.url)).status).toBe(200)
    await indexMessages(restored.context)
    const search = `/api/messages?search=${encodeURIComponent(acknowledged[0] ?? '')}`
    expect((await client(player).get<FoundMessages>(search)).found).not.toEqual([])
    expect(await client(player).get('/api/characters/public?search=quill')).toHaveLength(1)
    const overview = await client(admin).get<Overview>('/api/admin/overview')
    expect(overview.attention.map(({ text }) => text).join()).not.toMatch(/cannot be read/)
  })

  it('replace what is there only when told to', async () => {
    await expect(load(file, target.env, false)).rejects.toThrow(/already holds an instance.*--replace\.$/s)
    const { end, auditProblem } = await load(file, target.env)
    expect([end.tables.messages?.rows, auditProblem]).toEqual([expect.any(Number), null])
  })
})

describe('a backup', () => {
  const lines = () => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(0, -1)
  const write = (bytes: Uint8Array) => {
    const name = path.join(folder, 'changed.jsonl.gz')
    writeFileSync(name, bytes)
    return name
  }
  const pack = (changed: string[]) => {
    const text = changed.map((line) => `${line}\n`).join('')
    const sha256 = createHash('sha256').update(text).digest('hex')
    return write(gzipSync(`${text}${JSON.stringify({ sha256 })}\n`))
  }
  it.each([
    ['with a flipped bit', () => write(readFileSync(file).map((byte, at) => (at === 5_000 ? byte ^ 1 : byte)))],
    ['that is cut off', () => write(readFileSync(file).subarray(0, -200))],
    ['without its last lines', () => write(gzipSync(`${lines().slice(0, -1).join('\n')}\n`))],
    ['with a row less', () => pack(lines().toSpliced(1, 1))],
  ])('%s is refused in words', async (_, damage) => {
    await expect(checkBackup(damage())).rejects.toThrow(/changed\.jsonl\.gz .* damaged or incomplete/)
  })

  it('that is another file, or of a newer version, is refused in words', async () => {
    await expect(checkBackup(write(Buffer.from('photo')))).rejects.toThrow('is no backup of Troupe')
    const [header = '', ...rest] = lines()
    const newer = { ...JSON.parse(header), migrations: ['999-later'] }
    await expect(checkBackup(pack([JSON.stringify(newer), ...rest]))).rejects.toThrow(/newer version.*update first/)
  })

  it('that names a file outside the storage is refused', async () => {
    const hostile = JSON.stringify({ kind: 'picture', name: '../../evil.webp', base64: '' })
    await expect(checkBackup(pack(lines().toSpliced(-1, 0, hostile)))).rejects.toThrow('damaged')
  })

  it.skipIf(onPostgres)('of an older version is migrated', async () => {
    const dataDir = mkdtempSync(path.join(folder, 'older-'))
    const { db, close } = openSqlite(path.join(dataDir, 'troupe.db'))
    const names = migrations.map(({ name }) => name)
    await applyMigrations(db, 'sqlite', 1, new Set(names.slice(0, -1)))
    await sql`insert into users (id, username, username_key, password_hash, account_type, created_at)
      values ('ada', 'ada', 'ada', '', 'free', 1)`.execute(db)
    await close()
    const older = path.join(folder, 'older.jsonl.gz')
    await writeBackup(readEnv({ DATA_DIR: dataDir }), older, 1)
    expect((await checkBackup(older)).header.migrations).toEqual(names.slice(0, -1))
    await load(older, target.env)
    const { DATABASE_URL: databaseUrl, DATA_DIR } = target.env
    const opened = await openDatabase({ databaseUrl, dataDir: DATA_DIR, exclusive: false, isUnmigrated: true, now: 1 })
    onTestFinished(() => opened.close())
    expect(await opened.access.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'ada' }])
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      opened.access.db,
    )
    expect(rows.map(({ name }) => name)).toEqual(names)
  })
})
