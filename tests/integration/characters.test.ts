import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  categories,
  characterLimits,
  creativityLevels,
  genders,
  missingInformation,
  plotAdvancements,
} from '#shared/character-terms.ts'
import { CharacterSummary, characterDefaults, type OwnCharacter } from '#shared/characters.ts'
import { type ErrorBody, errorCatalogue } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

type Told = OwnCharacter & ErrorBody
const day = 24 * 60 * 60 * 1000
const least = { name: 'Wick', description: 'A candle maker.' }
let app: TestApp
let author: Client
let reader: Client

beforeAll(async () => {
  app = await createTestApp()
  author = await app.signUp('author')
  reader = await app.signUp('reader')
  await setAccountType(app, author, { accountType: 'premium' })
})
afterAll(() => app.close())

const create = (client: Client, body: unknown) => client.request<Told>('POST', '/api/characters', body)
const change = (client: Client, id: string, body: unknown) => client.request<Told>('PUT', `/api/characters/${id}`, body)
const remove = (client: Client, id: string) => client.request('DELETE', `/api/characters/${id}`)
const restore = (client: Client, id: string) => client.request<Told>('POST', `/api/characters/${id}/restore`)
const read = (client: Client, id: string) => client.request<Told>('GET', `/api/characters/${id}`)

describe('saving', () => {
  it('needs a name and a description, and has an answer for everything else', async () => {
    const { status, body } = await create(author, least)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...characterDefaults,
      ...least,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chatCount: 0,
      rating: null,
      createdBy: 'author',
      isMine: true,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    })
    expect((await read(author, body.id)).body).toEqual(body)
  })

  it('keeps every field as it was written', async () => {
    const prose = (name: string) => `${name}: "so" *it* — goes\n\n\t<b>on</b> 春 🎭 {{user}} \\ %_`
    const written = {
      ...least,
      category: 'Horror',
      personality: prose('personality'),
      speechStyle: prose('speechStyle'),
      behaviors: prose('behaviors'),
      greeting: prose('greeting'),
      userRole: prose('userRole'),
      creativity: 'wild',
      plotAdvancement: 'lead',
      environment: prose('environment'),
      allowedItems: prose('allowedItems'),
      forbiddenItems: prose('forbiddenItems'),
      avatar: 'https://example.com/wick.png?size=2#face',
      gender: 'non-binary',
      kinks: prose('kinks'),
      contentRating: 'mature',
      isPublic: false,
      scenario: prose('scenario'),
      definition: prose('definition'),
      exampleDialogue: prose('exampleDialogue'),
      systemPrompt: prose('systemPrompt'),
      postHistoryInstructions: prose('postHistoryInstructions'),
    }
    const { body } = await create(author, written)
    expect(body).toMatchObject(written)
    expect((await read(author, body.id)).body).toEqual(body)
    expect(await author.get('/api/characters')).toContainEqual(CharacterSummary.parse(body))
  })

  it('shows readers the character, and not what steers the model', async () => {
    const hidden = {
      scenario: 's',
      definition: 'd',
      exampleDialogue: 'e',
      systemPrompt: 'p',
      postHistoryInstructions: 'i',
    }
    const { body } = await create(author, { ...least, ...hidden })
    const shown = await read(reader, body.id)
    expect(shown.body).toMatchObject({ ...least, isMine: false, createdBy: 'author' })
    for (const field of Object.keys(hidden)) expect(shown.body).not.toHaveProperty(field)
  })

  it.each([
    { sent: {}, field: 'name' },
    { sent: { description: 'A candle maker.' }, field: 'name' },
    { sent: { name: 'Wick' }, field: 'description' },
    { sent: { ...least, name: '' }, field: 'name' },
    { sent: { ...least, name: ' \n\u3000\u0000' }, field: 'name' },
    { sent: { ...least, description: '\t' }, field: 'description' },
    { sent: { ...least, name: null }, field: 'name' },
    { sent: { ...least, description: ['A candle maker.'] }, field: 'description' },
  ])('refuses $sent with the words of the form', async ({ sent, field }) => {
    const { status, body } = await create(author, sent)
    expect([status, body.code, body.error]).toEqual([400, 'validation_failed', missingInformation.text])
    expect(body.fields?.[field]).toBe(missingInformation.text)
  })

  it.each(Object.entries(characterLimits).filter(([field]) => field in characterDefaults || field in least))(
    'keeps %s to %i characters',
    async (field, max) => {
      const long = await create(author, { ...least, [field]: filled(field, max + 1) })
      expect([long.status, Object.keys(long.body.fields ?? {})]).toEqual([400, [field]])
      const { status, body } = await create(author, { ...least, [field]: filled(field, max) })
      expect([status, (body as unknown as Record<string, string>)[field]?.length]).toEqual([201, max])
    },
  )

  it.each([
    'personality',
    'speechStyle',
    'behaviors',
    'environment',
    'allowedItems',
    'forbiddenItems',
    'kinks',
    'scenario',
  ])('keeps %s to a page', async (field) => {
    const max = characterLimits.prose
    const long = await create(author, { ...least, [field]: 'x'.repeat(max + 1) })
    expect(long.body).toMatchObject({
      error: 'Please keep this to 8,000 characters or less',
      code: 'validation_failed',
    })
    expect((await create(author, { ...least, [field]: 'x'.repeat(max) })).status).toBe(201)
  })

  it.each<[string, readonly string[]]>([
    ['category', categories],
    ['gender', genders],
    ['creativity', creativityLevels],
    ['plotAdvancement', plotAdvancements],
    ['contentRating', ['general', 'mature', 'explicit']],
  ])('knows the choices of %s and no other', async (field, choices) => {
    for (const choice of choices)
      expect((await create(author, { ...least, [field]: choice })).body).toHaveProperty(field, choice)
    for (const other of ['', 'unheard-of', choices[0]?.toUpperCase(), null, 1, [choices[0]]]) {
      const { status, body } = await create(author, { ...least, [field]: other })
      expect([status, Object.keys(body.fields ?? {})], String(other)).toEqual([400, [field]])
    }
  })

  it.each([
    ['', 201],
    ['http://example.com/a.png', 201],
    ['HTTPS://example.com/a.png', 201],
    ['/portraits/wick.svg', 201],
    ['/files/01/wick.webp', 201],
    ['javascript:alert(1)', 400],
    ['data:image/png;base64,AAAA', 400],
    ['//example.com/a.png', 400],
    ['wick.png', 400],
    ['/api/auth/logout', 400],
    ['/portraits/../api/auth/me', 400],
    ['/portraits/wick.svg?x', 400],
    ['http://', 400],
    ['https://exa mple.com', 400],
    ['ftp://example.com/a.png', 400],
    [' https://example.com/a.png', 400],
    ['https://example.com/\u0000.png', 400],
    [7, 400],
  ])('answers an avatar %j with %i', async (avatar, status) => {
    expect((await create(author, { ...least, avatar })).status).toBe(status)
  })

  it('keeps text that every database can hold', async () => {
    const { body } = await create(author, {
      name: ' Wi\u0000ck \r\n',
      description: 'one\r\ntwo\rthree\u0000',
      greeting: 'half \ud83c a mask',
    })
    expect(body).toMatchObject({ name: 'Wick', description: 'one\ntwo\nthree', greeting: 'half \ufffd a mask' })
  })
})

describe('changing', () => {
  const full = { ...least, greeting: 'Good evening.', category: 'Drama', creativity: 'vivid', isPublic: false } as const

  it('keeps what was not sent', async () => {
    const before = (await create(author, full)).body
    app.clock.advance(1000)
    const { status, body } = await change(author, before.id, { greeting: 'Good morning.' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, greeting: 'Good morning.', updatedAt: expect.any(Number) })
    expect(body.updatedAt).toBeGreaterThan(before.updatedAt)
    expect((await change(author, before.id, {})).body).toEqual({ ...body, updatedAt: expect.any(Number) })
  })

  it('holds a change to the same rules', async () => {
    const { id } = (await create(author, full)).body
    for (const sent of [
      { name: '' },
      { description: ' ' },
      { category: 'BDSM' },
      { gender: 'x' },
      { isPublic: 'no' },
      { kinks: 1 },
    ]) {
      const { status, body } = await change(author, id, sent)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, Object.keys(sent)])
    }
    expect((await read(author, id)).body).toMatchObject(full)
  })

  it('replaces the whole with a save under its id, and stays the same character', async () => {
    const before = (await create(author, full)).body
    await reader.post('/api/chat', { characterId: (await createCharacter(author)).id, message: 'Hello.' })
    const { status, body } = await create(author, { ...least, name: 'Taper', id: before.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...characterDefaults,
      ...least,
      name: 'Taper',
      id: before.id,
      createdAt: before.createdAt,
    })
    expect(await author.get('/api/characters')).toContainEqual(CharacterSummary.parse(body))
  })

  it('makes nothing new of an id that is not one’s own', async () => {
    const { id } = await createCharacter(reader)
    for (const foreign of [id, 'nothing', '01890000-0000-7000-8000-000000000000']) {
      expect((await create(author, { ...least, id: foreign })).status).toBe(404)
    }
    expect((await create(author, { ...least, id: 'x'.repeat(65) })).status).toBe(400)
  })
})

describe('deleting', () => {
  it('takes a character from everyone, and a restore brings it back as it was', async () => {
    const { body: before } = await create(author, { ...least, name: 'Quitterwane' })
    const found = () => reader.get<CharacterSummary[]>('/api/characters/public?search=quitterwane')
    expect(await found()).toHaveLength(1)
    expect((await remove(author, before.id)).status).toBe(204)
    expect(await found()).toEqual([])
    for (const client of [author, reader]) expect((await read(client, before.id)).status).toBe(404)
    expect(await author.get<CharacterSummary[]>('/api/characters')).not.toContainEqual(
      expect.objectContaining({ id: before.id }),
    )
    expect((await remove(author, before.id)).status).toBe(404)
    expect((await change(author, before.id, least)).status).toBe(404)
    expect((await create(author, { ...least, id: before.id })).status).toBe(404)

    const back = await restore(author, before.id)
    expect([back.status, back.body]).toEqual([200, before])
    expect(await found()).toHaveLength(1)
    expect((await restore(author, before.id)).status).toBe(404)
  })

  it('leaves conversations readable, and says that the character is gone', async () => {
    const { id } = await createCharacter(author)
    const { conversationId } = await reader.post<{ conversationId: string }>('/api/chat', {
      characterId: id,
      message: 'Hi.',
    })
    const available = async () => {
      const at = `/api/conversations/${conversationId}`
      const { conversation } = await reader.get<{ conversation: { characterAvailable: boolean } }>(at)
      return conversation.characterAvailable
    }
    expect(await available()).toBe(true)
    await remove(author, id)
    expect(await available()).toBe(false)
    await restore(author, id)
    expect(await available()).toBe(true)
    await change(author, id, { isPublic: false })
    expect(await available()).toBe(false)
  })

  it('can be undone for thirty days', async () => {
    const [kept, lost] = [await createCharacter(author), await createCharacter(author)]
    for (const { id } of [kept, lost]) await remove(author, id)
    for (const days of [13, 13]) {
      app.clock.advance(days * day)
      for (const client of [author, reader]) await client.get('/api/auth/me')
    }
    app.clock.advance(4 * day - 60_000)
    expect((await restore(author, kept.id)).status).toBe(200)
    app.clock.advance(120_000)
    const { status, body } = await restore(author, lost.id)
    expect([status, body.code, body.error]).toEqual([410, 'undo_expired', errorCatalogue.undo_expired.message])
  })
})

describe('a free account', () => {
  const privately = { ...least, isPublic: false }
  const privates = async (client: Client) =>
    (await client.get<CharacterSummary[]>('/api/characters')).filter((character) => !character.isPublic).length
  const refusal = { error: errorCatalogue.private_limit.message, code: 'private_limit' }

  it('keeps three private characters, however it comes by a fourth', async () => {
    const client = await app.signUp()
    const three = [await create(client, privately), await create(client, privately), await create(client, privately)]
    expect(three.map(({ status }) => status)).toEqual([201, 201, 201])
    const [first] = three.map(({ body }) => body.id) as [string]
    const fourth = await create(client, privately)
    expect([fourth.status, fourth.body]).toEqual([403, { ...refusal, requestId: expect.any(String) }])
    expect(
      (await change(client, first, { name: 'Taper', isPublic: false })).status,
      'a change to one of the three',
    ).toBe(200)
    expect((await create(client, { ...privately, id: first })).status, 'a save over one of the three').toBe(200)

    const open = (await create(client, least)).body
    expect((await change(client, open.id, { isPublic: false })).body).toMatchObject(refusal)
    expect((await create(client, { ...privately, id: open.id })).body).toMatchObject(refusal)

    await remove(client, first)
    expect((await change(client, open.id, { isPublic: false })).status, 'in the place of one deleted').toBe(200)
    expect((await restore(client, first)).body).toMatchObject(refusal)
    await change(client, open.id, { isPublic: true })
    expect((await restore(client, first)).status, 'in the place of one published').toBe(200)
    expect(await privates(client)).toBe(3)
  })

  it.each<[string, (client: Client) => Promise<() => Promise<{ status: number }>[]>]>([
    ['saves', async (client) => () => ten(() => create(client, privately))],
    [
      'changes',
      async (client) => {
        const ids = await Promise.all(ten(async () => (await createCharacter(client)).id))
        return () => ids.map((id) => change(client, id, { isPublic: false }))
      },
    ],
    [
      'restores',
      async (client) => {
        const ids = await Promise.all(ten(async () => (await createCharacter(client)).id))
        const { db } = app.context
        const now = app.clock.now()
        await db.updateTable('characters').set({ is_public: 0, deleted_at: now }).where('id', 'in', ids).execute()
        return () => ids.map((id) => restore(client, id))
      },
    ],
  ])('keeps three of ten when its %s come all at once', async (_, prepare) => {
    const client = await app.signUp()
    const allAtOnce = await prepare(client)
    const statuses = (await Promise.all(allAtOnce())).map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(3)
    expect(statuses.filter((status) => status === 403)).toHaveLength(7)
    expect(await privates(client)).toBe(3)
  })

  it('publishes as many as it likes, and keeps as many as it likes once it is premium', async () => {
    const client = await app.signUp()
    for (const _ of [1, 2, 3, 4]) expect((await create(client, least)).status).toBe(201)
    await setAccountType(app, client, { accountType: 'premium' })
    for (const _ of [1, 2, 3, 4]) expect((await create(client, privately)).status).toBe(201)
    await setAccountType(app, client, { accountType: 'free' })
    expect(await privates(client), 'nothing is lost by a downgrade').toBe(4)
    expect((await create(client, privately)).body).toMatchObject(refusal)
  })
})

describe('rating', () => {
  const rate = (client: Client, id: string, stars: unknown) =>
    client.request<Told>('PUT', `/api/characters/${id}/rating`, { stars })

  it('is the mean of what the players gave, one each', async () => {
    const { id } = await createCharacter(author)
    const other = await app.signUp()
    expect((await rate(reader, id, 5)).body).toMatchObject({ id, rating: 5, isMine: false })
    expect((await rate(other, id, 2)).body.rating).toBe(3.5)
    expect((await rate(other, id, 4)).body.rating, 'changed, not added').toBe(4.5)
    expect((await rate(other, id, 4)).body.rating).toBe(4.5)
    const given = async (client: Client) => (await client.request('GET', `/api/characters/${id}/rating`)).body
    expect(await given(other)).toEqual({ stars: 4 })
    expect(await given(author)).toEqual({ stars: null })
    expect((await read(author, id)).body.rating).toBe(4.5)
    expect((await read(reader, id)).body.rating).toBe(4.5)
  })

  it('is not for authors, and is one to five whole stars', async () => {
    const { id } = await createCharacter(author)
    const own = await rate(author, id, 5)
    expect([own.status, own.body.error]).toEqual([403, 'Authors cannot rate their own characters.'])
    for (const stars of [0, 6, -1, 2.5, '5', null, undefined, [5], 1e300]) {
      const { status, body } = await rate(reader, id, stars)
      expect([status, body.code], String(stars)).toEqual([400, 'validation_failed'])
    }
    expect((await read(author, id)).body.rating).toBeNull()
  })

  it('counts everybody of twenty who rate at once', async () => {
    const { id } = await createCharacter(author)
    const players = await Promise.all(Array.from({ length: 20 }, () => app.signUp()))
    const answers = await Promise.all(players.map((player, place) => rate(player, id, (place % 5) + 1)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await read(author, id)).body.rating).toBe(3)
  })

  it('survives a change of the character', async () => {
    const { id } = await createCharacter(author)
    await rate(reader, id, 4)
    await change(author, id, { name: 'Taper' })
    await create(author, { ...least, id })
    expect((await read(author, id)).body.rating).toBe(4)
  })
})

it('counts the conversations begun with a character', async () => {
  const { id } = await createCharacter(author)
  const { conversationId } = await reader.post<{ conversationId: string }>('/api/chat', {
    characterId: id,
    message: 'Hi.',
  })
  await reader.post('/api/chat', { characterId: id, message: 'Go on.', conversationId })
  expect((await read(author, id)).body.chatCount).toBe(1)
  await reader.post('/api/chat', { characterId: id, message: 'Hi again.' })
  expect((await read(author, id)).body.chatCount).toBe(2)
})

const ten = <T>(make: () => Promise<T>) => Array.from({ length: 10 }, make)

/** The longest a field may be has to be a thing of its kind. */
function filled(field: string, length: number): string {
  const start = field === 'avatar' ? 'https://example.com/' : ''
  return start.padEnd(length, 'x')
}
