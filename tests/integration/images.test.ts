import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ownImages } from '#server/images/account-data.ts'
import { deleteImagesOf, sweepImages, unreferencedLifetime } from '#server/images/delete-images.ts'
import { fileNameOf } from '#server/images/image-deps.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { beginRequest } from '#tests/support/begin-request.ts'
import { image, pngDeclaringSize, upload, withChunk } from '#tests/support/images.ts'
import { type Client, createCharacter, createOwnApp, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const author = await app.signUp()

const read = async (url: string, client = author) => {
  const response = await client.raw(url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const rows = () => app.rows('images')
const storage = () => createFileStorage(app.context.env)
const filesOnDisk = async () => {
  const folder = path.join(app.context.env.dataDir, 'files')
  const all = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  return all.filter((name) => name.includes('.'))
}

describe('an upload', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'of a %s is stored as a WebP with sides of at most 768 pixels',
    async (kind) => {
      const { status, body } = await upload(author, await image(kind, 1600, 1200))
      expect(status).toBe(201)
      expect(body.url).toMatch(/^\/files\/[0-9a-f-]{36}\.webp$/)
      const { response, bytes } = await read(body.url)
      expect(response.status).toBe(200)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 768, height: 576 })
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=3600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
        'content-length': String(bytes.length),
      })
    },
  )

  it('can be the image of a character, which is shown to those who may see the character', async () => {
    const { url: avatar } = (await upload(author, await image())).body
    const { id } = await createCharacter(author, { avatar, isPublic: false })
    const clients = [author, await app.signUp(), app.visitor()]
    const seenAs = () =>
      Promise.all(
        clients.map(async (client) => {
          const { status, headers } = await client.raw(avatar)
          return status === 200 ? headers.get('cache-control')?.split(',')[0] : status
        }),
      )
    expect(await seenAs()).toEqual(['private', 404, 404])
    await author.request('PUT', `/api/characters/${id}`, { isPublic: true })
    expect(await seenAs()).toEqual(['public', 'public', 'public'])
    await setAccountType(app, author, { accountType: 'premium' })
    await author.request('PUT', `/api/characters/${id}`, { contentRating: 'mature' })
    expect(await seenAs()).toEqual(['private', 404, 404])
    await setAccountType(app, clients[1] ?? author, { accountType: 'premium' })
    expect(await seenAs()).toEqual(['private', 'private', 404])
    expect((await author.request('DELETE', `/api/characters/${id}`)).status).toBe(204)
    expect(await seenAs()).toEqual(['private', 404, 404])
    await setAccountType(app, author, { accountType: 'free' })
  })

  it('is rotated by its EXIF orientation and loses all metadata', async () => {
    const photo = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { ImageDescription: 'Where I live' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { bytes } = await read((await upload(author, photo)).body.url)
    const stored = await sharp(bytes).metadata()
    expect([stored.width, stored.height, stored.exif, stored.icc, stored.xmp]).toEqual([
      40,
      80,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('Where I live')).toBe(false)
  })

  it('that the server has encoded before is stored as it is, unless it has got metadata', async () => {
    const uploaded = async (bytes: Uint8Array) => (await read((await upload(author, bytes)).body.url)).bytes
    const stored = await uploaded(await image('png', 900, 600))
    expect(await uploaded(stored)).toEqual(stored)
    const tagged = await sharp(stored)
      .withExif({ IFD0: { ImageDescription: 'Where I live' } })
      .webp()
      .toBuffer()
    expect(tagged.includes('Where I live')).toBe(true)
    expect((await uploaded(tagged)).includes('Where I live')).toBe(false)
  })

  it('loses data hidden behind or inside the image', async () => {
    const script = Buffer.from('<script>alert(1)</script>PK\x03\x04')
    const polyglots = [
      Buffer.concat([await image('png'), script]),
      Buffer.concat([await image('jpeg'), script]),
      Buffer.concat([await image('webp'), script]),
      withChunk(await image('png'), 'tEXt', Buffer.concat([Buffer.from('Comment\0'), script])),
    ]
    for (const polyglot of polyglots) {
      const { status, body } = await upload(author, polyglot)
      expect(status).toBe(201)
      expect((await read(body.url)).bytes.includes('script')).toBe(false)
    }
  })
})

describe('an invalid upload', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  const png = Buffer.from('89504e470d0a1a0a', 'hex')

  it.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['an SVG that calls itself a PNG', () => svg, 415, imageMessages.wrongKind],
    ['a GIF', () => sharp({ create: flat }).gif().toBuffer(), 415, imageMessages.wrongKind],
    ['a TIFF', () => sharp({ create: flat }).tiff().toBuffer(), 415, imageMessages.wrongKind],
    ['an AVIF', () => sharp({ create: flat }).avif().toBuffer(), 415, imageMessages.wrongKind],
    ['an empty file', () => Buffer.alloc(0), 415, imageMessages.wrongKind],
    ['a web page', () => Buffer.from('<!doctype html><title>Hello</title>'), 415, imageMessages.wrongKind],
    ['an SVG behind the first bytes of a PNG', () => Buffer.concat([png, svg]), 400, imageMessages.unreadable],
    [
      'noise behind the first bytes of a JPEG',
      () => Buffer.from('ffd8ffe000104a46', 'hex'),
      400,
      imageMessages.unreadable,
    ],
    ['half an image', async () => (await image('jpeg', 800, 800)).subarray(0, 2000), 400, imageMessages.unreadable],
    ['a PNG of 4 thousand megapixels', () => pngDeclaringSize(65_000, 65_000), 400, imageMessages.tooLarge],
    ['a PNG of 100 megapixels', () => pngDeclaringSize(10_000, 10_000), 400, imageMessages.tooLarge],
    ['a PNG just over 25 megapixels', () => pngDeclaringSize(25_000_001, 1), 400, imageMessages.tooLarge],
    ['a PNG with a side over the limit', () => pngDeclaringSize(imageLimits.side + 1, 1), 400, imageMessages.tooLarge],
    ['a PNG of 25 megapixels with 16 bits a colour', () => deepPng(5000, 5000), 400, imageMessages.tooLarge],
    ['a PNG with a side no number holds', () => pngDeclaringSize(0xffffffff, 1), 400, imageMessages.unreadable],
    ['too many bytes', () => Buffer.alloc(imageLimits.uploadBytes + 1, 0xff), 413, imageMessages.tooHeavy],
  ])('is rejected with its reason: %s', async (_, make, status, error) => {
    const before = await rows()
    const response = await upload(author, await make())
    expect([response.status, response.body.error]).toEqual([status, error])
    expect(await rows()).toEqual(before)
  })

  it('is rejected at every size over the limit, also when what fits is a whole image', async () => {
    const whole = await image()
    for (const excess of [1, 1_000, 30_000, 65_536, 100_000, 1_000_000, 3_000_000]) {
      const padded = Buffer.concat([whole, Buffer.alloc(imageLimits.uploadBytes - whole.length + excess)])
      const { status, body } = await upload(author, padded)
      expect([excess, status, body.error]).toEqual([excess, 413, imageMessages.tooHeavy])
    }
  })

  it('is rejected when the form has no file or the body is not a form', async () => {
    const wrongField = await upload(author, await image(), { field: 'picture' })
    expect([wrongField.status, wrongField.body.error]).toEqual([400, imageMessages.missing])
    const json = await author.request<{ error: string }>('POST', '/api/images', { file: 'x' })
    expect([json.status, json.body.error]).toEqual([415, imageMessages.missing])
    const type = 'multipart/form-data; boundary=b'
    for (const body of [
      '',
      '--b',
      '--b\r\n\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--',
    ]) {
      const malformed = await author.raw('/api/images', { method: 'POST', body, headers: { 'content-type': type } })
      expect(malformed.status, JSON.stringify(body)).toBe(400)
    }
    const unbounded = { 'content-type': 'multipart/form-data' }
    expect((await author.raw('/api/images', { method: 'POST', body: 'x', headers: unbounded })).status).toBe(400)
  })
})

const deepPng = (width: number, height: number) => pngDeclaringSize(width, height, Buffer.alloc(100), 16)
const flat = { width: 20, height: 20, channels: 3, background: '#fff' } as const

it('many concurrent uploads return 503 with Retry-After instead of using more memory', async () => {
  const bytes = await image('png', 3000, 3000)
  const responses = await Promise.all(Array.from({ length: 24 }, () => upload(author, bytes)))
  const statuses = new Set(responses.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([201, 503])
  const rejected = responses.find(({ status }) => status === 503)
  expect(rejected?.headers.get('retry-after')).toBe('5')
  expect((await upload(author, bytes)).status, 'after the other uploads').toBe(201)
})

describe('slow uploads', () => {
  it('do not keep others waiting', async () => {
    const bytes = await image()
    const slow = await Promise.all(Array.from({ length: 13 }, () => beginUpload(author, bytes.subarray(0, 100))))
    expect((await upload(author, bytes)).status).toBe(201)
    for (const socket of slow) socket.destroy()
  })

  it('end with 408 and their connection', async () => {
    const { server } = app.server
    const { requestTimeout, headersTimeout } = server
    // Node swaps the two where the headers' is the longer one.
    Object.assign(server, { requestTimeout: 1, headersTimeout: 1 })
    const socket = await beginUpload(author, Buffer.alloc(0))
    const answer = await text(socket)
    Object.assign(server, { requestTimeout, headersTimeout })
    expect(answer).toContain('HTTP/1.1 408')
    expect(answer).toContain('"code":"request_timeout"')
  })
})

/** An upload whose rest never comes. */
async function beginUpload(client: Client, firstBytes: Uint8Array): Promise<Socket> {
  const socket = await beginRequest(app, client, '/api/images', {
    type: 'multipart/form-data; boundary=b',
    length: 1_000_000,
  })
  socket.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  socket.write(firstBytes)
  return socket
}

describe('stored images', () => {
  it('are limited per account, also for concurrent uploads', async () => {
    const owner = await app.signUp()
    const now = app.clock.now()
    const rowsBelowLimit = Array.from({ length: imageLimits.perAccount - 2 }, (_, index) => ({
      id: `${owner.id.slice(0, -3)}${String(index).padStart(3, '0')}`,
      owner_id: owner.id,
      bytes: 1,
      created_at: now,
    }))
    await app.context.db.insertInto('images').values(rowsBelowLimit).execute()
    const bytes = await image()
    const responses = await Promise.all([1, 2, 3, 4].map(() => upload(owner, bytes)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403])
    expect((await upload(owner, bytes)).body.code).toBe('picture_limit')
    await deleteImagesOf(app.context, { storage: storage() }, owner.id)
  })

  it('are deleted after a day unless a character uses them', async () => {
    const sweep = () => sweepImages(app.context, { storage: storage() })
    const used = (await upload(author, await image())).body.url
    await createCharacter(author, { avatar: used })
    const unused = (await upload(author, await image())).body.url
    await sweep()
    expect((await read(unused)).response.status, 'on the same day').toBe(200)
    app.clock.advance(unreferencedLifetime + 1000)
    expect(await sweep()).toBeGreaterThan(0)
    expect((await read(unused)).response.status).toBe(404)
    expect((await read(used)).response.status).toBe(200)
    expect(await sweep(), 'nothing is left to delete').toBe(0)
    const names = (await rows()).map(({ id }) => fileNameOf(id))
    expect((await filesOnDisk()).map((file) => path.basename(file)).sort()).toEqual(names.sort())
  })

  it('are deleted with their account', async () => {
    const [owner, other] = [await app.signUp(), await app.signUp()]
    const urls = [(await upload(owner, await image())).body.url, (await upload(owner, await image())).body.url]
    const others = (await upload(other, await image())).body.url
    expect((await read(urls[0] ?? '', owner)).response.status).toBe(200)
    const exported: unknown[] = []
    for await (const image of ownImages.export(app.context, owner.id)) exported.push(image)
    expect(exported).toMatchObject(urls.map((address) => ({ address, bytes: expect.any(Number) })))
    await ownImages.erase(app.context, owner.id)
    for (const url of urls) expect((await read(url, owner)).response.status).toBe(404)
    const late = (await upload(owner, await image())).body.url
    await app.context.db.deleteFrom('users').where('id', '=', owner.id).execute()
    await sweepImages(app.context, { storage: storage() })
    expect(
      (await filesOnDisk()).some((file) => late.endsWith(path.basename(file))),
      'of a deleted account',
    ).toBe(false)
    expect((await read(others, other)).response.status).toBe(200)
  })
})

it('returns 404 for /files paths that are not images', async () => {
  for (const address of ['..%2f..%2ftroupe.db', 'x.webp', 'a.webp.part', `${author.id}.png`, '']) {
    expect((await app.visitor().raw(`/files/${address}`)).status, address).toBe(404)
  }
})

describe('the built-in illustrator', () => {
  const generate = (client: Client, prompt: unknown) =>
    client.request<{ url: string; drawnFrom: string[]; code: string; error: string }>('POST', '/api/generate-image', {
      prompt,
    })

  it('generates the same image for the same prompt and another one for another prompt, for premium and admin accounts (spec 7.calls.image)', async () => {
    const user = await app.signUp()
    for (const accountType of ['premium', 'admin'] as const) {
      await setAccountType(app, user, { accountType })
      const [sailor, again, librarian] = [
        await generate(user, 'a sailor with a lantern'),
        await generate(user, '  A sailor with a lantern '),
        await generate(user, 'a librarian with glasses'),
      ]
      expect([sailor.status, again.body, librarian.status]).toEqual([200, sailor.body, 200])
      expect(sailor.body.url).not.toBe(librarian.body.url)
      expect([sailor.body.drawnFrom, librarian.body.drawnFrom]).toEqual([[], ['glasses']])
      const faces = [await read(sailor.body.url), await read(librarian.body.url)]
      expect(faces.map(({ response }) => response.status)).toEqual([200, 200])
      expect(faces[0]?.bytes.equals(faces[1]?.bytes ?? Buffer.alloc(0))).toBe(false)
      expect((await createCharacter(user, { avatar: sailor.body.url })).avatar).toBe(sailor.body.url)
    }
  })

  it.each(['', '   ', '\u0000 \n', 7, null, undefined, 'x'.repeat(imageLimits.prompt + 1)])(
    'rejects the prompt %j',
    async (prompt) => {
      const user = await app.signUp(undefined, { accountType: 'premium' })
      const { status, body } = await generate(user, prompt)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
      if (typeof prompt === 'string' && prompt.length < 10) {
        expect(body.error).toBe('Please enter a description for the character image.')
      }
    },
  )

  it('requires no confirmed age and is limited to twenty images an hour', async () => {
    const other = await createOwnApp({ env: { AGE_ASSURANCE: 'attest', RATE_LIMITS: 'on' } })
    const user = await other.signUp(undefined, { accountType: 'premium', adult: false })
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) statuses.push((await generate(user, `sailor ${count}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
})
