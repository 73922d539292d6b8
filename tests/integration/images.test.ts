import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPictures } from '#server/images/pictures/account-data.ts'
import { fileNameOf } from '#server/images/pictures/picture-deps.ts'
import { removePicturesOf, sweepPictures, unwornFor } from '#server/images/pictures/remove-pictures.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { picture, pngDeclaringSize, upload, withChunk } from '#tests/support/pictures.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let author: Client

beforeAll(async () => {
  app = await createTestApp()
  author = await app.signUp()
})
afterAll(() => app.close())

const read = async (url: string) => {
  const response = await app.visitor().raw(url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const rows = () => app.context.db.selectFrom('images').selectAll().execute()
const storage = () => createFileStorage(app.context.env)
const filesOnDisk = async () => {
  const folder = path.join(app.context.env.dataDir, 'files')
  const all = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  return all.filter((name) => name.includes('.'))
}

describe('an upload', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('of a %s is kept as a WebP of at most 768 pixels a side', async (kind) => {
    const { status, body } = await upload(author, await picture(kind, 1600, 1200))
    expect(status).toBe(201)
    expect(body.url).toMatch(/^\/files\/[0-9a-f-]{36}\.webp$/)
    const { response, bytes } = await read(body.url)
    expect(response.status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 768, height: 576 })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'content-length': String(bytes.length),
    })
  })

  it('can be worn by a character', async () => {
    const { url } = (await upload(author, await picture())).body
    expect((await createCharacter(author, { avatar: url })).avatar).toBe(url)
  })

  it('is turned upright, and keeps nothing but the picture', async () => {
    const taken = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { ImageDescription: 'Where I live' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).exif).toBeDefined()
    const { bytes } = await read((await upload(author, taken)).body.url)
    const kept = await sharp(bytes).metadata()
    expect([kept.width, kept.height, kept.exif, kept.icc, kept.xmp]).toEqual([40, 80, undefined, undefined, undefined])
    expect(bytes.includes('Where I live')).toBe(false)
  })

  it('brings no stowaway along: what hides behind or inside a picture is gone', async () => {
    const script = Buffer.from('<script>alert(1)</script>PK\x03\x04')
    const polyglots = [
      Buffer.concat([await picture('png'), script]),
      Buffer.concat([await picture('jpeg'), script]),
      Buffer.concat([await picture('webp'), script]),
      withChunk(await picture('png'), 'tEXt', Buffer.concat([Buffer.from('Comment\0'), script])),
    ]
    for (const polyglot of polyglots) {
      const { status, body } = await upload(author, polyglot)
      expect(status).toBe(201)
      expect((await read(body.url)).bytes.includes('script')).toBe(false)
    }
  })
})

describe('what is no picture', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  const png = Buffer.from('89504e470d0a1a0a', 'hex')

  it.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['an SVG that calls itself a PNG', () => svg, 415, imageMessages.wrongKind],
    ['a GIF', () => sharp({ create: flat }).gif().toBuffer(), 415, imageMessages.wrongKind],
    ['a TIFF', () => sharp({ create: flat }).tiff().toBuffer(), 415, imageMessages.wrongKind],
    ['an AVIF', () => sharp({ create: flat }).avif().toBuffer(), 415, imageMessages.wrongKind],
    ['nothing', () => Buffer.alloc(0), 415, imageMessages.wrongKind],
    ['a web page', () => Buffer.from('<!doctype html><title>Hello</title>'), 415, imageMessages.wrongKind],
    ['an SVG behind the first bytes of a PNG', () => Buffer.concat([png, svg]), 400, imageMessages.unreadable],
    [
      'noise behind the first bytes of a JPEG',
      () => Buffer.from('ffd8ffe000104a46', 'hex'),
      400,
      imageMessages.unreadable,
    ],
    ['half a picture', async () => (await picture('jpeg', 800, 800)).subarray(0, 2000), 400, imageMessages.unreadable],
    ['a PNG of 4 thousand megapixels', () => pngDeclaringSize(65_000, 65_000), 400, imageMessages.tooLarge],
    ['a PNG just over 25 megapixels', () => pngDeclaringSize(25_000_001, 1), 400, imageMessages.tooLarge],
    ['a PNG with a side no number holds', () => pngDeclaringSize(0xffffffff, 1), 400, imageMessages.unreadable],
    ['too many bytes', () => Buffer.alloc(imageLimits.uploadBytes + 1, 0xff), 413, imageMessages.tooHeavy],
  ])('is refused with the reason: %s', async (_, make, status, error) => {
    const before = await rows()
    const answer = await upload(author, await make())
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(await rows()).toEqual(before)
  })

  it('is refused where the form has no file, or the body is no form', async () => {
    const elsewhere = await upload(author, await picture(), { field: 'picture' })
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, imageMessages.missing])
    const json = await author.request<{ error: string }>('POST', '/api/images', { file: 'x' })
    expect([json.status, json.body.error]).toEqual([415, imageMessages.missing])
    const type = 'multipart/form-data; boundary=b'
    for (const body of [
      '',
      '--b',
      '--b\r\n\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--',
    ]) {
      const broken = await author.raw('/api/images', { method: 'POST', body, headers: { 'content-type': type } })
      expect(broken.status, JSON.stringify(body)).toBe(400)
    }
    const unbounded = { 'content-type': 'multipart/form-data' }
    expect((await author.raw('/api/images', { method: 'POST', body: 'x', headers: unbounded })).status).toBe(400)
  })
})

const flat = { width: 20, height: 20, channels: 3, background: '#fff' } as const

describe('bombs', () => {
  it('cost little memory, and nobody waits long for them', { timeout: 60_000 }, async () => {
    await upload(author, await picture())
    const bombs = [
      pngDeclaringSize(60_000, 60_000, deflateSync(Buffer.alloc(2 ** 25))),
      // A compressed text of 64 MiB in a small picture.
      withChunk(
        await picture(),
        'zTXt',
        Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(2 ** 26))]),
      ),
      withChunk(await picture(), 'iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(2 ** 25))])),
      // As many pixels as are let in, in the kind that cannot be read in strips.
      await sharp({ create: { ...flat, width: 5000, height: 5000 } })
        .jpeg({ progressive: true })
        .toBuffer(),
      await sharp({ create: { ...flat, width: 5000, height: 5000 } })
        .webp()
        .toBuffer(),
    ]
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let highest = before
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss)
    }, 5)
    const uploads = Promise.all(bombs.map((bomb) => upload(author, bomb)))
    const began = performance.now()
    expect((await author.raw('/api/characters')).status).toBe(200)
    const waited = performance.now() - began
    const statuses = (await uploads).map(({ status }) => status)
    clearInterval(watch)
    expect(statuses.every((status) => status === 201 || status === 400)).toBe(true)
    expect((highest - before) / 1024 / 1024, 'MiB on top').toBeLessThan(150)
    expect(waited).toBeLessThan(3_000)
  })

  it('and rushes are met with “try again”, not with more memory', async () => {
    const bytes = await picture('png', 3000, 3000)
    const answers = await Promise.all(Array.from({ length: 24 }, () => upload(author, bytes)))
    const told = new Set(answers.map(({ status }) => status))
    expect([...told].sort()).toEqual([201, 503])
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toBe('5')
    expect((await upload(author, bytes)).status, 'once the rush is over').toBe(201)
  })
})

describe('what is kept', () => {
  it('is no more than an account’s share, however many come at once', async () => {
    const collector = await app.signUp()
    const now = app.clock.now()
    const most = Array.from({ length: imageLimits.perAccount - 2 }, (_, index) => ({
      id: `${collector.id.slice(0, -3)}${String(index).padStart(3, '0')}`,
      owner_id: collector.id,
      bytes: 1,
      created_at: now,
    }))
    await app.context.db.insertInto('images').values(most).execute()
    const bytes = await picture()
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(collector, bytes)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403])
    expect((await upload(collector, bytes)).body.code).toBe('picture_limit')
    await removePicturesOf(app.context, { storage: storage() }, collector.id)
  })

  it('goes after a day when no character wears it, and stays when one does', async () => {
    const sweep = () => sweepPictures(app.context, { storage: storage() })
    const worn = (await upload(author, await picture())).body.url
    await createCharacter(author, { avatar: worn })
    const unworn = (await upload(author, await picture())).body.url
    await sweep()
    expect((await read(unworn)).response.status, 'on the same day').toBe(200)
    app.clock.advance(unwornFor + 1000)
    expect(await sweep()).toBeGreaterThan(0)
    expect((await read(unworn)).response.status).toBe(404)
    expect((await read(worn)).response.status).toBe(200)
    expect(await sweep(), 'nothing is left to sweep').toBe(0)
    const names = (await rows()).map(({ id }) => fileNameOf(id))
    expect((await filesOnDisk()).map((file) => path.basename(file)).sort()).toEqual(names.sort())
  })

  it('goes with its account', async () => {
    const [leaver, other] = [await app.signUp(), await app.signUp()]
    const urls = [(await upload(leaver, await picture())).body.url, (await upload(leaver, await picture())).body.url]
    const others = (await upload(other, await picture())).body.url
    const told: unknown[] = []
    for await (const picture of ownPictures.read(app.context, leaver.id)) told.push(picture)
    expect(told).toMatchObject(urls.map((address) => ({ address, bytes: expect.any(Number) })))
    await ownPictures.remove(app.context, leaver.id)
    for (const url of urls) expect((await read(url)).response.status).toBe(404)
    const late = (await upload(leaver, await picture())).body.url
    await app.context.db.deleteFrom('users').where('id', '=', leaver.id).execute()
    await sweepPictures(app.context, { storage: storage() })
    expect((await read(late)).response.status, 'left behind by a deleted account').toBe(404)
    expect((await read(others)).response.status).toBe(200)
  })
})

it('leads nowhere but to pictures', async () => {
  for (const address of ['..%2f..%2ftroupe.db', 'x.webp', 'a.webp.part', `${author.id}.png`, '']) {
    expect((await app.visitor().raw(`/files/${address}`)).status, address).toBe(404)
  }
})

describe('the illustrator', () => {
  const ask = (client: Client, prompt: unknown) =>
    client.request<{ url: string; code: string; error: string }>('POST', '/api/generate-image', { prompt })

  it('draws for premium accounts and admins: the same for the same prompt, otherwise for another', async () => {
    const painter = await app.signUp()
    for (const accountType of ['premium', 'admin'] as const) {
      await setAccountType(app, painter, { accountType })
      const [sailor, again, librarian] = [
        await ask(painter, 'a sailor with a lantern'),
        await ask(painter, '  A sailor with a lantern '),
        await ask(painter, 'a librarian with glasses'),
      ]
      expect([sailor.status, again.body, librarian.status]).toEqual([200, sailor.body, 200])
      expect(sailor.body.url).not.toBe(librarian.body.url)
      const faces = [await read(sailor.body.url), await read(librarian.body.url)]
      expect(faces.map(({ response }) => response.status)).toEqual([200, 200])
      expect(faces[0]?.bytes.equals(faces[1]?.bytes ?? Buffer.alloc(0))).toBe(false)
      expect((await createCharacter(painter, { avatar: sailor.body.url })).avatar).toBe(sailor.body.url)
    }
  })

  it('does not draw for free accounts', async () => {
    const { status, body } = await ask(author, 'a sailor')
    expect([status, body.code]).toEqual([403, 'premium_required'])
  })

  it.each(['', '   ', '\u0000 \n', 7, null, undefined, 'x'.repeat(imageLimits.prompt + 1)])(
    'is not troubled with %j',
    async (prompt) => {
      const painter = await app.signUp()
      await setAccountType(app, painter, { accountType: 'premium' })
      const { status, body } = await ask(painter, prompt)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
      if (typeof prompt === 'string' && prompt.length < 10) {
        expect(body.error).toBe('Please enter a description for the character image.')
      }
    },
  )

  it('asks for a confirmed age, and draws twenty an hour', async () => {
    const strict = await createTestApp({ env: { AGE_ASSURANCE: 'attest', RATE_LIMITS: 'on' } })
    const painter = await strict.signUp()
    await setAccountType(strict, painter, { accountType: 'premium', adult: false })
    expect((await ask(painter, 'a sailor')).body.code).toBe('adult_confirmation_required')
    await painter.post('/api/auth/adult-confirmation', { confirmed: true })
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) statuses.push((await ask(painter, `sailor ${count}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    await strict.close()
  })
})
