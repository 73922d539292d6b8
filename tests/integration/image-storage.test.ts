import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAccountData } from '#server/account-data.ts'
import { purgeDeletedAccounts } from '#server/accounts/settings/purge-deleted-accounts.ts'
import { sweepImages, unreferencedLifetime } from '#server/images/delete-images.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { accountLimits } from '#shared/accounts.ts'
import type { Overview } from '#shared/overview.ts'
import { runScript } from '#tests/support/child-process.ts'
import { image, upload } from '#tests/support/images.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { s3Account, startS3Server } from '#tests/support/s3-server.ts'
import { createCharacter, createSharedApp, shared } from '#tests/support/test-app.ts'

const server = shared(await startS3Server())
const bucket = {
  S3_ENDPOINT: server.url,
  S3_BUCKET: s3Account.bucket,
  S3_REGION: s3Account.region,
  S3_ACCESS_KEY_ID: s3Account.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
  S3_PREFIX: 'pictures',
}
const env: Record<string, string> = { PICTURE_STORAGE: 's3', ...bucket }

const app = await createSharedApp({ env })
const admin = await signUpAdmin(app, 'operating')
const author = await app.signUp()

const send = async (client = author) => (await upload(client, await image())).body.url
const read = async (url: string, client = author) => (await client.raw(url)).status
const keys = () => [...server.objects.keys()].sort()
const keyOf = (url: string) => url.replace('/files/', 'pictures/')
const filesOnDisk = async () => {
  const folder = path.join(app.context.env.dataDir, 'files')
  const all = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  return all.filter((name) => name.endsWith('.webp')).length
}
const attention = async () =>
  (await admin.get<Overview>('/api/admin/overview')).attention.map(({ text }) => text).join()
const restartWith = async (storage: 'folder' | 's3') => {
  env.PICTURE_STORAGE = storage
  await app.restart()
}

describe('with a bucket', () => {
  it('images are stored there only, and served as before', async () => {
    const url = await send()
    expect([keys(), await filesOnDisk()]).toEqual([[keyOf(url)], 0])
    const response = await author.raw(url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes).toEqual(server.objects.get(keyOf(url)))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
    })
    expect(await read('/files/01920000-0000-7000-8000-000000000000.webp')).toBe(404)
  })

  it('images that nobody uses, and those of deleted accounts, are deleted there', async () => {
    const [unused, kept] = [await send(), await send()]
    await createCharacter(author, { avatar: kept })
    app.clock.advance(unreferencedLifetime + 1)
    await sweepImages(app.context, { storage: createFileStorage(app.context.env) })
    expect([await read(unused), await read(kept)]).toEqual([404, 200])
    const pending = await app.signUp()
    const own = await send(pending)
    await pending.post('/api/auth/deletion', { password: 'quiet-harbor' })
    app.clock.advance(accountLimits.deletionWindow)
    await purgeDeletedAccounts(app.context, createAccountData(app.billing))
    expect(keys()).not.toContain(keyOf(own))
    expect(keys()).toContain(keyOf(kept))
    for (const [client, name] of [
      [admin, 'operating'],
      [author, author.user?.username],
    ] as const) {
      await client.post('/api/auth/login', { username: name, password: 'quiet-harbor' })
    }
  })

  it('that does not answer, uploads and images get a clear 503, and the overview says why', async () => {
    const url = await send()
    expect(await attention()).not.toMatch(/bucket/)
    server.isDown = true
    const refused = await upload(author, await image())
    expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
    expect(refused.body.error).toMatch(/storage.*try again/s)
    expect(await read(url)).toBe(503)
    expect(await attention()).toMatch(
      /Pictures cannot be stored or shown\. The bucket troupe-pictures at .+ does not answer\./,
    )
    server.isDown = false
    expect(await read(url)).toBe(200)
    const rows = await app.rows('images', {}, 'id')
    expect(rows.length).toBe(keys().length)
  })

  it('its secret is in no response and no log line', async () => {
    server.isDown = true
    const bodies = [await admin.get('/api/admin/overview'), (await upload(author, await image())).body]
    server.isDown = false
    expect(JSON.stringify(bodies)).not.toContain(s3Account.secretAccessKey)
    expect(app.logged()).toMatch(/does not answer/)
    expect(app.logged()).not.toContain(s3Account.secretAccessKey)
  })
})

describe('npm run move-pictures', () => {
  const move = () => {
    const { dataDir, databaseUrl = '' } = app.context.env
    const own = { ...env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    return runScript('scripts/move-pictures.ts', [], own)
  }

  it('moves all to the folder and back while the server runs', async () => {
    const urls: string[] = []
    for (let index = 0; index < 3; index += 1) urls.push(await send())
    for (const url of urls) await createCharacter(author, { avatar: url })
    const total = keys().length
    await restartWith('folder')
    const during = await send()
    for (const url of [...urls, during]) expect(await read(url)).toBe(200)
    expect((await move()).output).toMatch(/from the bucket to the data folder.*pictures were moved/s)
    expect([keys(), await filesOnDisk()]).toEqual([[], total + 1])
    for (const url of urls) expect(await read(url)).toBe(200)

    await restartWith('s3')
    const moving = move()
    const uploaded = await send()
    expect(await moving).toMatchObject({ code: 0, output: expect.stringMatching(`${total + 1} pictures were moved`) })
    expect([keys().length, await filesOnDisk()]).toEqual([total + 2, 0])
    for (const url of [...urls, during, uploaded]) expect(await read(url)).toBe(200)
  })

  it('says what is missing, and what does not answer', async () => {
    server.isDown = true
    expect(await move()).toMatchObject({ code: 1, output: expect.stringMatching(/^The bucket .+ does not answer/) })
    server.isDown = false
    const { S3_BUCKET: _, S3_ACCESS_KEY_ID: __, S3_SECRET_ACCESS_KEY: ___, S3_ENDPOINT: ____, ...rest } = env
    for (const name of Object.keys(env)) env[name] = ''
    expect(await move()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/There is no other storage.*set S3_BUCKET/),
    })
    Object.assign(env, rest)
  })
})
