import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { sweepImages, unreferencedLifetime } from '#server/images/delete-images.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import type { AuditEntry } from '#shared/audit.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { GeneratedImages, ImageConnectionResponse } from '#shared/images.ts'
import { imageLimits } from '#shared/images.ts'
import type { TestResult } from '#shared/models.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { startImageServer } from '#tests/support/image-server.ts'
import { image, pngDeclaringSize } from '#tests/support/images.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { createCharacter, createSharedApp, shared } from '#tests/support/test-app.ts'

const key = 'canary-image-key-5d2e9a'

const good = await image('png', 1200, 900)
const server = shared(await startImageServer(good))
const other = shared(await startImageServer(good))
const app = await createSharedApp({ env: { AGE_ASSURANCE: 'attest' } })
const admin = await signUpAdmin(app, 'operator')
const artist = await app.signUp('artist', { accountType: 'premium' })
afterEach(async () => {
  Object.assign(server, { mode: 'ok', image: good })
  await admin.request('DELETE', '/api/admin/images')
})

const settings = (service = 'openai-compatible') => ({
  service,
  baseUrl: service === 'automatic1111' ? server.url : `${server.url}/v1`,
  model: null,
  size: 512,
})
const connect = (service?: string, apiKey?: string) =>
  admin.put<ImageConnectionResponse>('/api/admin/images', { ...settings(service), ...(apiKey ? { apiKey } : {}) })
const generate = (prompt = 'a lighthouse keeper', client = artist) =>
  client.request<{ url: string; error: string; code: string }>('POST', '/api/generate-image', { prompt })
const gallery = (client = artist) => client.get<GeneratedImages>('/api/images/generated')
const asked = () => server.requests.filter(({ url }) => /generations$|txt2img$/.test(url)).length

describe('an image of a connected service', () => {
  it.each(['openai-compatible', 'automatic1111'])(
    'of %s is stored like an upload, and found again',
    async (service) => {
      await connect(service)
      const { status, body } = await generate('a keeper with a lamp')
      expect(status).toBe(200)
      expect(body.url).toMatch(/^\/files\/[0-9a-f-]{36}\.webp$/)
      const file = Buffer.from(await (await artist.raw(body.url)).arrayBuffer())
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 768, height: 576 })
      expect((await createCharacter(artist, { avatar: body.url })).avatar).toBe(body.url)
      const { generator, pictures } = await gallery()
      expect(generator.builtIn).toBe(false)
      expect(pictures[0]).toMatchObject({ url: body.url, prompt: 'a keeper with a lamp' })
    },
  )

  it('comes with its progress as a stream', async () => {
    await connect()
    const body = { prompt: 'a keeper' }
    const events = await (await artist.stream('POST', '/api/generate-image', { body })).rest()
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { url: expect.stringMatching(/^\/files\//) } })
    server.mode = 'unauthorized'
    const failed = await (await artist.stream('POST', '/api/generate-image', { body })).rest()
    expect(failed).toMatchObject([
      { event: 'error', data: { code: 'server_error', error: expect.stringMatching(/did not answer/) } },
    ])
  })

  it('is cancelled when the client hangs up: the service is asked to stop, and nothing is stored', async () => {
    await connect('automatic1111')
    server.mode = 'slow'
    const before = (await gallery()).pictures.length
    const stream = await artist.stream('POST', '/api/generate-image', { body: { prompt: 'a keeper' } })
    expect(await stream.take()).toMatchObject({ event: 'progress', data: { progress: 0.4 } })
    stream.disconnect()
    await expect.poll(() => server.requests.at(-1)?.url).toBe('/sdapi/v1/interrupt')
    expect((await gallery()).pictures).toHaveLength(before)
  })

  it('is refused while 32 others run or wait, which can be cancelled', async () => {
    await connect()
    server.mode = 'slow'
    const before = asked()
    const body = { prompt: 'a keeper' }
    const streams = await Promise.all(
      Array.from({ length: 32 }, () => artist.stream('POST', '/api/generate-image', { body })),
    )
    await expect.poll(() => asked()).toBe(before + 8)
    expect(await generate()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    for (const stream of streams) stream.disconnect()
    server.mode = 'ok'
    await expect.poll(async () => (await generate()).status).toBe(200)
  })

  it('needs Premium and, because nobody reviews it, an adult confirmation', async () => {
    const unconfirmed = await app.signUp(undefined, { accountType: 'premium', adult: false })
    expect((await generate('a keeper', unconfirmed)).status).toBe(200)
    await connect()
    const before = asked()
    expect((await generate('a keeper', unconfirmed)).body.code).toBe('adult_confirmation_required')
    expect((await generate('a keeper', await app.signUp())).body.code).toBe('premium_required')
    expect(asked()).toBe(before)
  })

  it('is not requested when the safety policy forbids the description, with or without a stream', async () => {
    await connect()
    const before = asked()
    const prompt = 'a 15 year old girl, explicit nude'
    expect(await generate(prompt)).toMatchObject({ status: 422, body: { code: 'held_back' } })
    const stream = await artist.stream('POST', '/api/generate-image', { body: { prompt } })
    expect(stream.response.status).toBe(422)
    stream.disconnect()
    expect(asked()).toBe(before)
  })

  it.each([
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an image of 100 megapixels', pngDeclaringSize(10_000, 10_000)],
    ['text', Buffer.from('not a picture')],
  ])('that is %s is refused and not stored', async (_, bytes) => {
    await connect()
    const count = () => app.rows('images', {}, 'id')
    const before = (await count()).length
    server.image = bytes
    expect(await generate()).toMatchObject({ status: 502, body: { code: 'server_error' } })
    expect((await count()).length).toBe(before)
    const test = await admin.post<TestResult>('/api/admin/images/test', settings())
    expect(test).toMatchObject({ ok: false, message: expect.stringMatching(/no usable picture/) })
  })
})

it('the gallery of an account keeps the newest images, also of the built-in illustrator, and what it holds is not swept', async () => {
  const collector = await app.signUp(undefined, { accountType: 'premium' })
  await connect()
  const { url } = (await generate('the first', collector)).body
  await admin.request('DELETE', '/api/admin/images')
  for (let count = 2; count <= imageLimits.gallery; count += 1) await generate(`number ${count}`, collector)
  app.clock.advance(unreferencedLifetime + 1)
  // Admins are logged out after 12 hours without a request.
  await admin.post('/api/auth/login', { username: 'operator', password: 'quiet-harbor' })
  const storage = createFileStorage(app.context.env)
  await sweepImages(app.context, { storage })
  const { generator, pictures } = await gallery(collector)
  expect(generator.builtIn).toBe(true)
  expect(pictures).toHaveLength(imageLimits.gallery)
  expect(pictures.at(-1)).toMatchObject({ url, prompt: 'the first' })
  expect((await collector.raw(url)).status).toBe(200)

  await generate('one more', collector)
  expect((await gallery(collector)).pictures.map(({ prompt }) => prompt)).not.toContain('the first')
  await sweepImages(app.context, { storage })
  expect((await collector.raw(url)).status).toBe(404)
  const data = await downloadAccountData<{ generatedPictures: { prompt: string }[] }>(collector)
  expect(data.generatedPictures).toHaveLength(imageLimits.gallery)
  expect((await gallery(artist)).pictures.map(({ prompt }) => prompt)).not.toContain('one more')
})

describe('connecting a service', () => {
  it('a test says what is wrong in plain words', async () => {
    const test = async (mode: typeof server.mode, service?: string) => {
      server.mode = mode
      return (await admin.post<TestResult>('/api/admin/images/test', settings(service))).message
    }
    expect(await test('ok')).toMatch(/^It works\. A picture took [\d.]+ seconds\./)
    expect(await test('unauthorized')).toMatch(/does not accept the key/)
    expect(await test('url-only')).toMatch(/must send pictures as base64/)
    expect(await test('address', 'automatic1111')).toMatch(/Start the web UI with --api/)
    const nobody = { ...settings(), baseUrl: 'http://127.0.0.1:9/v1' }
    expect((await admin.post<TestResult>('/api/admin/images/test', nobody)).message).toMatch(/Nothing answers at/)
    expect(await admin.request('PUT', '/api/admin/images', { ...settings(), service: 'unknown' })).toMatchObject({
      status: 400,
    })
    expect((await admin.get<ImageConnectionResponse>('/api/admin/images')).connection).toBeNull()
  })

  it('tells the second of two admins who edit it, and replaces the change of the first only when asked again', async () => {
    const save = (size: number, updatedAt: number) =>
      admin.request<ImageConnectionResponse & ErrorBody>('PUT', '/api/admin/images', { ...settings(), size, updatedAt })
    const both = await Promise.all([save(512, 0), save(768, 0)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { connection } = await admin.get<ImageConnectionResponse>('/api/admin/images')
    const late = await save(1024, 0)
    expect(late.body).toMatchObject({ code: 'connection_changed', updatedAt: connection?.updatedAt })
    const { body } = await save(1024, late.body.updatedAt ?? 0)
    expect(body.connection?.size).toBe(1024)
  })

  it('each change is an entry of the audit log, without the key', async () => {
    const entries = () => app.rows('audit_entries')
    const before = (await entries()).length
    await connect('openai-compatible', key)
    await admin.put('/api/admin/images', { ...settings(), baseUrl: `${other.url}/v1`, apiKey: null })
    await admin.request('DELETE', '/api/admin/images')
    await admin.request('DELETE', '/api/admin/images')
    const added = (await entries()).slice(before)
    expect(added.map(({ action }) => action)).toEqual(['save_images', 'save_images', 'delete_images'])
    expect(new Set(added.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]))
    expect(added.map(({ facts }) => JSON.parse(facts))).toMatchObject([
      { before: null, after: server.url, service: 'openai-compatible', key: 'set' },
      { before: server.url, after: other.url, key: 'removed' },
      { before: other.url, after: null },
    ])
    expect(JSON.stringify(added)).not.toContain(key)
    const { audits } = await admin.get<{ audits: AuditEntry[] }>('/api/admin/audits?targetType=images')
    expect(audits[0]?.details).toMatch(/^Deleted the connection to an image service/)
  })

  it('a key is sent to the service, and never appears in a response, a log line or an export', async () => {
    const bodies: string[] = []
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await admin.request(method, path, body)
      bodies.push(JSON.stringify([response.body, [...response.headers]]))
    }
    await call('PUT', '/api/admin/images', { ...settings(), apiKey: key })
    await call('POST', '/api/generate-image', { prompt: 'a keeper' })
    expect(server.requests.at(-1)?.authorization).toBe(`Bearer ${key}`)
    // The service repeats the key in its error message, as OpenAI does.
    server.mode = 'unauthorized'
    await call('POST', '/api/generate-image', { prompt: 'a keeper' })
    await call('POST', '/api/admin/images/test', settings())
    await call('POST', '/api/admin/images/test', { ...settings(), apiKey: key })
    await call('PUT', '/api/admin/images', { ...settings(), apiKey: `${key} with a space` })
    await call('PUT', '/api/admin/images', { ...settings('automatic1111'), apiKey: key })
    await call('POST', '/api/admin/images/test', settings('automatic1111'))
    await call('GET', '/api/admin/images')
    await call('GET', '/api/admin/overview')
    bodies.push(JSON.stringify(await downloadAccountData(admin)))
    const rows = await app.rows('image_connection')
    for (const secret of [key, Buffer.from(key).toString('base64')]) {
      expect(bodies.filter((body) => body.includes(secret))).toEqual([])
      expect(app.logged()).not.toContain(secret)
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
    expect(bodies.join()).toContain('"hasKey":true')
  })

  it('a stored key stays when none is given, and goes to no other server than the one it was entered for', async () => {
    await connect('openai-compatible', key)
    const { connection } = await connect()
    expect(connection?.hasKey).toBe(true)
    const elsewhere = { ...settings(), baseUrl: `${other.url}/v1` }
    for (const [method, path] of [
      ['PUT', '/api/admin/images'],
      ['POST', '/api/admin/images/test'],
    ] as const) {
      expect(await admin.request(method, path, elsewhere)).toMatchObject({
        status: 400,
        body: { fields: { apiKey: expect.stringMatching(/another server/) } },
      })
    }
    expect(other.requests).toEqual([])
    const { connection: open } = await admin.put<ImageConnectionResponse>('/api/admin/images', {
      ...elsewhere,
      apiKey: null,
    })
    expect(open?.hasKey).toBe(false)
  })
})
