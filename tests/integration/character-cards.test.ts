import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardMaxima } from '#engine/cards/card.ts'
import { readCard } from '#engine/cards/read-card.ts'
import { writeCardPng } from '#engine/cards/write-card.ts'
import type { RequestOf } from '#shared/api.ts'
import { type CardPreview, cardLimits } from '#shared/character-cards.ts'
import type { OwnCharacter } from '#shared/characters.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { image, upload } from '#tests/support/images.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let author: Client

beforeAll(async () => {
  app = await createTestApp()
  author = await app.signUp('author')
})
afterAll(() => app.close())

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
  { fields, card: text }: CardPreview,
  more: Partial<RequestOf<'POST /api/characters'>['body']> = {},
) =>
  client.request<OwnCharacter & ErrorBody>('POST', '/api/characters', {
    ...fields,
    card: text,
    contentRating: 'general',
    isPublic: false,
    ...more,
  })
const exportFile = async (client: Client, id: string, type: 'json' | 'png') => {
  const response = await client.raw(`/api/characters/${id}/card.${type}`)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, card: readCard(bytes).card, headers: response.headers }
}

describe('a preview', () => {
  it('says what becomes of a card, and stores nothing', async () => {
    const { fields, suggestedRating, unused, notes } = await preview(JSON.stringify(card))
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
    expect(unused).toEqual(['1 lorebook entry'])
    expect(notes).toEqual([expect.stringContaining('The greeting is cut')])
    expect(await author.get('/api/characters')).toEqual([])
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
  const bad = await save(author, { ...read, card: '{"entries":{}}' })
  expect([bad.status, bad.body.fields]).toEqual([400, { card: expect.stringContaining('lorebook') }])
  const { body } = await save(author, read, { isPublic: true })
  expect((await save(author, read, { id: body.id, isPublic: true })).body.fields).toHaveProperty('card')
  await app.context.db
    .updateTable('characters')
    .set({ card: 'x'.repeat(cardLimits.perAccount) })
    .where('id', '=', body.id)
    .execute()
  expect((await save(author, read, { isPublic: true })).body.fields).toHaveProperty('card')
})

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
