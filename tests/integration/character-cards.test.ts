import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cardMaxima } from '#engine/cards/card.ts'
import { isCharx, readCard, readCharx } from '#engine/cards/read-card.ts'
import { writeCardPng, writeCharx } from '#engine/cards/write-card.ts'
import { openArchive } from '#server/characters/cards/card-files.ts'
import { purgeCharacters } from '#server/characters/purge/purge-characters.ts'
import { packZip } from '#server/http/write-zip.ts'
import { sweepImages, unreferencedLifetime } from '#server/images/delete-images.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import type { RequestOf } from '#shared/api.ts'
import { type CardPreview, cardLimits } from '#shared/character-cards.ts'
import type { OwnCharacter } from '#shared/characters.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { image, upload } from '#tests/support/images.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const author = await app.signUp('author')

const book = { entries: [{ keys: ['reef'], content: '@@depth 4\nThe reef.', extensions: { 'x/y': 1 }, enabled: true }] }
const data = {
  name: 'Ilse Marrow',
  description: '{{char}} draws charts.',
  personality: 'Dry.',
  first_mes: 'x'.repeat(9_000),
  creator_notes: '**Best** with the sea.',
  alternate_greetings: ['Ahoy.'],
  tags: ['Adventure', 'female', 'violence'],
  extensions: { depth_prompt: { depth: 4 } },
  character_book: book,
}
const card = { spec: 'chara_card_v2', spec_version: '2.0', talkativeness: '0.5', data }

async function send(client: Client, body: Uint8Array | string, type = 'application/octet-stream') {
  const response = await client.raw('/api/characters/import', {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { status: response.status, body: (await response.json()) as CardPreview & ErrorBody }
}
const preview = async (body: Uint8Array | string) => (await send(author, body)).body
const save = async (
  client: Client,
  { fields, card: text, cardFile }: CardPreview,
  more: Partial<RequestOf<'POST /api/characters'>['body']> = {},
) =>
  client.request<OwnCharacter & ErrorBody>('POST', '/api/characters', {
    ...fields,
    card: text,
    ...(cardFile && { cardFile }),
    contentRating: 'general',
    isPublic: false,
    ...more,
  })
const exportFile = async (client: Client, id: string, type: 'json' | 'png' | 'charx') => {
  const response = await client.raw(`/api/characters/${id}/card.${type}`)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const read = isCharx(bytes) ? await readCharx(await openArchive(bytes)) : readCard(bytes)
  return { bytes, ...read, headers: response.headers }
}

describe('a preview', () => {
  it('says what becomes of a card, and stores nothing', async () => {
    const { fields, suggestedRating, found, unused, notes } = await preview(JSON.stringify(card))
    expect(fields).toMatchObject({
      name: 'Ilse Marrow',
      description: 'Best with the sea.',
      definition: '{{char}} draws charts.',
      category: 'Adventure',
      gender: 'female',
    })
    expect(fields.greeting).toHaveLength(8_000)
    expect(suggestedRating).toBe('mature')
    expect(fields).toMatchObject({
      tags: ['Adventure', 'female', 'violence'],
      alternateGreetings: ['Ahoy.'],
      groupGreetings: [],
      creatorNotes: '**Best** with the sea.',
    })
    expect(found).toEqual([
      ...['name', 'definition', 'personality', 'greeting', 'creatorNotes', 'tags', 'alternateGreetings'],
      '1 lorebook entry',
    ])
    expect(unused).toEqual([])
    expect(notes).toEqual([expect.stringContaining('The greeting is cut')])
    expect(await author.get('/api/characters')).toEqual([])
    const entries = Array.from({ length: 5_001 }, () => ({ keys: ['reef'], content: 'x' }))
    const large = await preview(JSON.stringify({ ...card, data: { ...card.data, character_book: { entries } } }))
    expect(large.notes).toContain(
      'The lorebook has 5,001 entries and cannot be used: it can have 5,000. Exports have all of them.',
    )
  })

  it.each([
    ['an empty file', () => ''],
    ['an image without a card', () => image('png')],
    ['an image of another kind', () => image('jpeg')],
    ['JSON of something else', () => '{"entries":{}}'],
    ['a large card', () => JSON.stringify({ ...data, personality: 'x'.repeat(cardMaxima.text) })],
  ])('of %s is refused with a sentence', async (_, createFile) => {
    const { status, body } = await send(author, await createFile())
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.error).toMatch(/^[A-Z].*\.$/)
  })

  it('refuses a file that is too large, and a form', async () => {
    expect((await send(author, new Uint8Array(cardLimits.file + 1))).status).toBe(413)
    expect((await send(author, 'x', 'text/plain')).status).toBe(415)
  })

  it('takes the file of a form, and no other form', async () => {
    const sendForm = async (name: string) => {
      const form = new FormData()
      form.append(name, new Blob([JSON.stringify(card)]), 'ilse.json')
      const response = await author.raw('/api/characters/import', { method: 'POST', body: form })
      return { status: response.status, body: (await response.json()) as CardPreview }
    }
    const { status, body } = await sendForm('file')
    expect([status, body.fields.name]).toEqual([200, 'Ilse Marrow'])
    expect((await sendForm('card')).status).toBe(400)
  })
})

it('an imported character is exported with all that its card had, and what was changed', async () => {
  const { body: saved } = await save(
    author,
    await preview(writeCardPng(await image('png'), readCard(bytesOf(card)).card)),
  )
  expect((await exportFile(author, saved.id, 'json')).card).toMatchObject({
    talkativeness: '0.5',
    data: { ...data, extensions: { depth_prompt: { depth: 4 }, troupe: { category: 'Adventure' } } },
  })
  await author.put(`/api/characters/${saved.id}`, { personality: 'Patient.', tags: ['Sea'] })
  const { card: changed } = await exportFile(author, saved.id, 'png')
  const expected = { ...data, personality: 'Patient.', tags: ['Sea'], extensions: { depth_prompt: { depth: 4 } } }
  expect(changed.data).toMatchObject(expected)
})

describe('files that come with a card', () => {
  const assets = [
    { type: 'icon', uri: 'embeded://assets/icon/images/main.png', name: 'main', ext: 'png' },
    { type: 'emotion', uri: 'embeded://assets/emotion/images/joy.png', name: 'joy', ext: 'png' },
  ]
  const charx = async () => {
    const files = [
      { path: 'assets/icon/images/main.png', bytes: new Uint8Array(await image('png')) },
      { path: 'assets/emotion/images/joy.png', bytes: Uint8Array.of(1, 2, 3) },
    ]
    const whole = readCard(bytesOf({ ...card, data: { ...data, assets } })).card
    return { files, bytes: await packZip(writeCharx(whole, files)) }
  }

  it('are exported as they were, after a change of another field, as CHARX and as PNG', async () => {
    const { files, bytes } = await charx()
    const read = await preview(bytes)
    const icon = Buffer.from(read.icon ?? '', 'base64')
    expect(new Uint8Array(icon)).toEqual(files[0]?.bytes)
    const { url } = (await upload(author, icon)).body
    const { body: saved } = await save(author, read, { avatar: url })
    await author.put(`/api/characters/${saved.id}`, { personality: 'Patient.' })
    for (const type of ['charx', 'png'] as const) {
      const { card: written, files: kept } = await exportFile(author, saved.id, type)
      expect([type, kept]).toEqual([type, files])
      expect(written.data).toMatchObject({ assets, personality: 'Patient.' })
    }
    await author.put(`/api/characters/${saved.id}`, { avatar: '/portraits/wick.svg' })
    const changed = await exportFile(author, saved.id, 'charx')
    expect(changed.card.data.assets).toEqual(assets)
    expect(changed.files[1]?.bytes.length).not.toBe(files[0]?.bytes.length)
    expect(changed.files[0]).toEqual(files[1])
  })

  it('become its expressions and its background, for those who may see the character, and come back the same', async () => {
    const files = [
      { path: 'sea.png', bytes: new Uint8Array(await image('png', 900, 600)) },
      { path: 'smile.png', bytes: new Uint8Array(await image('png', 40, 40)) },
      { path: 'of-risu.png', bytes: new Uint8Array(await image('jpeg', 50, 50)) },
      { path: 'broken.png', bytes: Uint8Array.of(1, 2, 3) },
    ]
    const asset = (type: string, path: string, name: string) => ({ type, uri: `embeded://${path}`, name, ext: 'png' })
    const broken = asset('emotion', 'broken.png', 'sad')
    const pictures = [asset('background', 'sea.png', 'main'), asset('emotion', 'smile.png', 'happy'), broken]
    const extensions = { risuai: { emotions: [['angry', '__asset:of-risu.png']] } }
    const whole = readCard(bytesOf({ ...card, data: { ...data, extensions, assets: pictures } })).card
    const read = await preview(await packZip(writeCharx(whole, files)))
    expect(read.found).toEqual(expect.arrayContaining(['2 expressions', 'background']))
    expect(read.notes).toEqual([
      expect.stringMatching(/^The greeting/),
      expect.stringMatching(/^One picture was not taken/),
    ])
    expect(read.unused).toEqual(['1 asset (emotion)'])
    const { body: saved } = await save(author, read, { isPublic: true, contentRating: 'general' })
    const { expressions, background } = saved
    expect(Object.keys(expressions).sort()).toEqual(['anger', 'joy'])
    const reader = await app.signUp()
    const addresses = [expressions.joy ?? '', expressions.anger ?? '', background]
    const statusesFor = async (client: Client) =>
      Promise.all(addresses.map(async (url) => (await client.raw(url)).status))
    expect(await statusesFor(reader)).toEqual([200, 200, 200])
    expect(await sharp(await (await reader.raw(background)).arrayBuffer()).metadata()).toMatchObject({ width: 768 })
    await author.put(`/api/characters/${saved.id}`, { isPublic: false })
    expect([await statusesFor(reader), await statusesFor(author)]).toEqual([Array(3).fill(404), Array(3).fill(200)])

    for (const type of ['charx', 'png'] as const) {
      const exported = await exportFile(author, saved.id, type)
      expect(exported.card.data.assets).toEqual(
        expect.arrayContaining([
          ...pictures,
          { type: 'emotion', uri: 'embeded://assets/emotion/images/anger.webp', name: 'anger', ext: 'webp' },
        ]),
      )
      expect(exported.files).toEqual(expect.arrayContaining(files))
      const again = await preview(exported.bytes)
      const bytesAt = async (url = '') => Buffer.from(await (await author.raw(url)).arrayBuffer())
      expect(await bytesAt(again.fields.expressions.joy)).toEqual(await bytesAt(expressions.joy))
      expect(await bytesAt(again.fields.background)).toEqual(await bytesAt(background))
      expect(Object.keys(again.fields.expressions).sort()).toEqual(['anger', 'joy'])
    }
    await author.put(`/api/characters/${saved.id}`, { expressions: { ...expressions, joy: expressions.anger } })
    const changed = (await exportFile(author, saved.id, 'charx')).card.data.assets
    expect([pictures[0], pictures[1]].map((one) => JSON.stringify(changed).includes(JSON.stringify(one)))).toEqual([
      true,
      false,
    ])
    expect(JSON.stringify((await exportFile(author, saved.id, 'json')).card)).not.toContain('/files/')
    await author.put(`/api/characters/${saved.id}`, { expressions })
    const chat = await author.begin(saved.id)
    const url = `/api/conversations/${chat.conversation.id}`
    await author.request('PATCH', url, { background: expressions.anger })
    app.clock.advance(unreferencedLifetime + 1)
    await sweepImages(app.context, { storage: createFileStorage(app.context.env) })
    expect(await statusesFor(author)).toEqual([200, 200, 200])
    await author.put(`/api/characters/${saved.id}`, { expressions: {}, isPublic: true })
    await sweepImages(app.context, { storage: createFileStorage(app.context.env) })
    expect(await statusesFor(author)).toEqual([404, 200, 200])
  })

  it('of older imports have their background in the card', async () => {
    const { id } = await createCharacter(author)
    const address = `/api/characters/${id}/background`
    expect((await author.raw(address)).status).toBe(404)
    const uri = `data:image/png;base64,${(await image('png')).toString('base64')}`
    const old = JSON.stringify({ ...card, data: { ...data, assets: [{ type: 'background', uri, name: 'main' }] } })
    const changes = { card: old, background: address }
    await app.context.db.updateTable('characters').set(changes).where('id', '=', id).execute()
    expect((await author.raw(address)).headers.get('content-type')).toBe('image/webp')
    expect(await author.put(`/api/characters/${id}`, { background: address })).toMatchObject({ background: address })
  })

  it('are gone when nobody saves the character within a day, and belong to whoever imported them', async () => {
    const { bytes } = await charx()
    const [read, saved] = [await preview(bytes), await preview(bytes)]
    const stranger = await app.signUp()
    expect((await save(stranger, read)).body.fields).toHaveProperty('cardFile')
    expect((await save(author, saved, { isPublic: true })).status).toBe(201)
    app.clock.advance(25 * 60 * 60 * 1000)
    await purgeCharacters(app.context)
    expect((await save(author, read, { isPublic: true })).body.fields).toHaveProperty('cardFile')
    const ids = await app.rows('card_files', {}, 'id')
    expect(ids.map(({ id }) => id)).toContain(saved.cardFile)
  })

  it('a character that was written here has its picture in the CHARX', async () => {
    const { id } = await createCharacter(author, { avatar: '/portraits/wick.svg' })
    const { card: written, files } = await exportFile(author, id, 'charx')
    expect(written.data.assets).toEqual([assets[0]])
    expect((await sharp(files[0]?.bytes).metadata()).format).toBe('png')
  })
})

it('others can export a character only if its author lets them, and read the definition', async () => {
  const reader = await app.signUp()
  const { id } = await createCharacter(author, { definition: 'Knows the tides.', isExportAllowed: true })
  const statusOf = async () => (await reader.raw(`/api/characters/${id}/card.json`)).status
  expect(await statusOf()).toBe(404)
  await author.put(`/api/characters/${id}`, { isDefinitionPublic: true })
  expect((await exportFile(reader, id, 'png')).card.data.description).toBe('Knows the tides.')
  await author.put(`/api/characters/${id}`, { isExportAllowed: false })
  expect(await statusOf()).toBe(404)
})

it('lists that cannot be used as they are stay in the card', async () => {
  const alternate_greetings = ['', 'x'.repeat(9_000), 'Ahoy.', 7]
  const read = await preview(JSON.stringify({ ...card, data: { ...data, alternate_greetings, nickname: 'Il\u0441e' } }))
  expect(read.fields).toMatchObject({ alternateGreetings: ['Ahoy.'], nickname: '' })
  expect(read.notes.join(' ')).toMatch(/nickname cannot be used.*One alternate greeting is too long/)
  const { body } = await save(author, read)
  expect((await exportFile(author, body.id, 'json')).card.data).toMatchObject({
    alternate_greetings,
    nickname: 'Il\u0441e',
  })
})

it('a character that was written here comes back as the same, with its image', async () => {
  const { url } = (await upload(author, await image('png', 320, 240))).body
  const mine = await createCharacter(author, {
    name: 'Ødile/O',
    speechStyle: 'Slow.',
    userRole: 'a guest',
    avatar: url,
    nickname: 'Ø',
    tags: ['Sea'],
    alternateGreetings: ['Ahoy.'],
    groupGreetings: ['All hands!'],
    characterVersion: '2',
    sources: ['here'],
  })
  const { bytes, headers } = await exportFile(author, mine.id, 'png')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 320, height: 240 })
  expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''%C3%98dile%20O.png`)
  const read = await preview(bytes)
  const { body: copy } = await save(author, read, { isPublic: true, avatar: url })
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = mine as OwnCharacter
  expect(copy).toMatchObject(rest)
  const { modification_date: _date, ...expected } = (await exportFile(author, mine.id, 'json')).card.data
  expect((await exportFile(author, copy.id, 'json')).card.data).toMatchObject(expected)
})

it('a character with a built-in portrait, or without an image, has one in its file', async () => {
  for (const avatar of ['/portraits/wick.svg', '']) {
    const { bytes } = await exportFile(author, (await createCharacter(author, { avatar })).id, 'png')
    expect((await sharp(bytes).stats()).channels[0]?.min).toBeLessThan(avatar === '' ? 256 : 50)
  }
})

it('a save refuses what is no card, a second card, and more cards than an account may have', async () => {
  const read = await preview(JSON.stringify(card))
  const bad = await save(author, { ...read, card: '{"entries":{}}' }, { isPublic: true })
  expect([bad.status, bad.body.fields]).toEqual([400, { card: expect.stringContaining('lorebook') }])
  const { body } = await save(author, read, { isPublic: true })
  expect((await save(author, read, { id: body.id, isPublic: true })).body.fields).toHaveProperty('card')
  await app.change('characters', { id: body.id }, { card: 'x'.repeat(cardLimits.perAccount) })
  expect((await save(author, read, { isPublic: true })).body.fields).toHaveProperty('card')
})

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
