import { describe, expect, it } from 'vitest'
import {
  categories,
  characterLimits,
  characterLists,
  creativityLevels,
  genders,
  missingInformation,
  ownCharacterLimits,
  plotAdvancements,
} from '#shared/character-terms.ts'
import { CharacterSummary, characterDefaults, type OwnCharacter } from '#shared/characters.ts'
import { type ErrorBody, errorCatalogue } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { copyCharacter } from '#tests/support/copy-character.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

type CharacterBody = OwnCharacter & ErrorBody
const day = 24 * 60 * 60 * 1000
const required = { name: 'Wick', description: 'A candle maker.' }

const app = await createSharedApp()
const author = await app.signUp('author', { accountType: 'premium' })
const reader = await app.signUp('reader')

const create = (client: Client, body: unknown) => client.request<CharacterBody>('POST', '/api/characters', body)
const update = (client: Client, id: string, body: unknown) =>
  client.request<CharacterBody>('PUT', `/api/characters/${id}`, body)
const remove = (client: Client, id: string) => client.request('DELETE', `/api/characters/${id}`)
const restore = (client: Client, id: string) => client.request<CharacterBody>('POST', `/api/characters/${id}/restore`)
const read = (client: Client, id: string) => client.request<CharacterBody>('GET', `/api/characters/${id}`)

describe('creating a character', () => {
  it('stores every field unchanged (spec 3.character)', async () => {
    const prose = (name: string) => `${name}: "so" *it* — goes\n\n\t<b>on</b> 春 🎭 {{user}} \\ %_`
    const fields = {
      ...required,
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
      avatar: '/portraits/wick.svg',
      gender: 'non-binary',
      kinks: prose('kinks'),
      contentRating: 'mature',
      isPublic: false,
      scenario: prose('scenario'),
      definition: prose('definition'),
      exampleDialogue: prose('exampleDialogue'),
      systemPrompt: prose('systemPrompt'),
      postHistoryInstructions: prose('postHistoryInstructions'),
      nickname: 'Wicky',
      tags: ['Lamp', '長編'],
      alternateGreetings: ['Good evening.'],
      groupGreetings: ['All of you?'],
      creatorNotes: prose('creatorNotes'),
      characterVersion: '1.1',
      sources: ['https://example.org/wick'],
      isDefinitionPublic: true,
      isExportAllowed: true,
    }
    const { body } = await create(author, fields)
    expect(body).toMatchObject({ ...fields, chatCount: 0, rating: null, createdBy: 'author', id: expect.any(String) })
    expect((await read(author, body.id)).body).toEqual(body)
    expect(await author.get('/api/characters')).toContainEqual(CharacterSummary.parse(body))
  })

  it('has the specified defaults: gender other, rating general, public (spec 3.character.defaults)', async () => {
    const { body } = await create(reader, required)
    expect(body).toMatchObject({ gender: 'other', contentRating: 'general', isPublic: true })
  })

  it('shows other users the public fields only', async () => {
    const hidden = {
      scenario: 's',
      definition: 'd',
      exampleDialogue: 'e',
      systemPrompt: 'p',
      postHistoryInstructions: 'i',
    }
    const { body } = await create(author, { ...required, ...hidden })
    const publicView = await read(reader, body.id)
    expect(publicView.body).toMatchObject({ ...required, isMine: false, createdBy: 'author' })
    for (const field of Object.keys(hidden)) expect(publicView.body).not.toHaveProperty(field)
    await author.put(`/api/characters/${body.id}`, { isDefinitionPublic: true })
    expect((await read(reader, body.id)).body).toMatchObject(hidden)
  })

  it('has each tag once whatever its case, without blank ones, and limits lists', async () => {
    const { body } = await create(author, {
      ...required,
      tags: ['Sea', ' ', ' sea ', 'Lamp'],
      alternateGreetings: ['', 'a'],
    })
    expect([body.tags, body.alternateGreetings]).toEqual([['sea', 'Lamp'], ['a']])
    const { tags, greetings } = characterLists
    const tooMany = [
      { tags: Array.from({ length: tags.max + 1 }, (_, index) => `t${index}`) },
      { tags: ['x'.repeat(tags.length + 1)] },
      { alternateGreetings: ['x'.repeat(greetings.length + 1)] },
      { groupGreetings: [1] },
      { tags: 'sea' },
    ]
    for (const fields of tooMany) expect((await create(author, { ...required, ...fields })).status).toBe(400)
  })

  it('adds to the sources and removes none', async () => {
    const { body } = await create(author, { ...required, sources: ['a'] })
    await author.put(`/api/characters/${body.id}`, { sources: ['b'] })
    await author.post('/api/characters', { ...required, id: body.id })
    expect((await read(author, body.id)).body.sources).toEqual(['a', 'b'])
  })

  it.each([
    { sent: {}, field: 'name' },
    { sent: { description: 'A candle maker.' }, field: 'name' },
    { sent: { name: 'Wick' }, field: 'description' },
    { sent: { ...required, name: '' }, field: 'name' },
    { sent: { ...required, name: ' \n\u3000\u0000' }, field: 'name' },
    { sent: { ...required, description: '\t' }, field: 'description' },
    { sent: { ...required, name: null }, field: 'name' },
    { sent: { ...required, description: ['A candle maker.'] }, field: 'description' },
  ])('rejects $sent with the message of the form (spec 3.character.required)', async ({ sent, field }) => {
    const { status, body } = await create(author, sent)
    expect([status, body.code, body.error]).toEqual([400, 'validation_failed', missingInformation.text])
    expect(body.fields?.[field]).toBe(missingInformation.text)
  })

  it('rejects a name that mixes alphabets in a word, and removes hidden characters', async () => {
    const imitation = await create(author, { ...required, name: 'Wi\u0441k' })
    expect([imitation.status, imitation.body.error]).toEqual([
      400,
      'The name mixes letters of different alphabets in one word',
    ])
    const { body } = await create(author, { ...required, name: 'W\u202ei\u200bck  the  Old' })
    expect(body.name).toBe('Wick the Old')
  })

  const prose = ['personality', 'speechStyle', 'behaviors', 'environment', 'allowedItems', 'forbiddenItems', 'kinks']
  it.each([
    ...Object.entries(characterLimits).filter(([field]) => field in characterDefaults || field in required),
    ...[...prose, 'scenario'].map((field) => [field, characterLimits.prose] as const),
  ])('limits %s to %i characters', async (field, max) => {
    // A general character has no kinks.
    const mature = { ...required, contentRating: 'mature' }
    const tooLong = await create(author, { ...mature, [field]: filled(field, max + 1) })
    expect([tooLong.status, Object.keys(tooLong.body.fields ?? {})]).toEqual([400, [field]])
    const { status, body } = await create(author, { ...mature, [field]: filled(field, max) })
    expect([status, (body as unknown as Record<string, string>)[field]?.length]).toEqual([201, max])
  })

  it.each<[string, readonly string[]]>([
    ['category', categories],
    ['gender', genders],
    ['creativity', creativityLevels],
    ['plotAdvancement', plotAdvancements],
    ['contentRating', ['general', 'mature', 'explicit']],
  ])('accepts only the choices of %s', async (field, choices) => {
    for (const choice of choices)
      expect((await create(author, { ...required, [field]: choice })).body).toHaveProperty(field, choice)
    for (const other of ['', 'unknown-choice', choices[0]?.toUpperCase(), null, 1, [choices[0]]]) {
      const { status, body } = await create(author, { ...required, [field]: other })
      expect([status, Object.keys(body.fields ?? {})], String(other)).toEqual([400, [field]])
    }
  })

  it.each([
    ['', 201],
    ['HTTPS://example.com/a.png', 400],
    ['/portraits/wick.svg', 201],
    ['/files/01/wick.webp', 201],
    ['data:image/png;base64,AAAA', 400],
    ['/portraits/../api/auth/me', 400],
    [7, 400],
  ])('responses the avatar %j with %i', async (avatar, status) => {
    expect((await create(author, { ...required, avatar })).status).toBe(status)
  })

  it('says why an image from another website is refused, and keeps one that was saved before', async () => {
    const avatar = 'https://example.com/a.png'
    const reason = expect.stringContaining('Pictures from other websites cannot be used')
    const { body } = await create(author, { ...required, avatar })
    expect(body).toMatchObject({ code: 'validation_failed', fields: { avatar: reason } })
    const { id } = (await create(author, required)).body
    await app.change('characters', { id }, { avatar })
    expect(await author.put(`/api/characters/${id}`, { name: 'Wick the Second' })).toMatchObject({ avatar })
  })

  it('removes characters that a database cannot store', async () => {
    const { body } = await create(author, {
      name: ' Wi\u0000ck \r\n',
      description: 'one\r\ntwo\rthree\u0000',
      greeting: 'half \ud83c a mask',
    })
    expect(body).toMatchObject({ name: 'Wick', description: 'one\ntwo\nthree', greeting: 'half \ufffd a mask' })
  })
})

it('a sample character is found by its slug too, until it is deleted', async () => {
  const reader = await app.signUp()
  const found = await reader.get<OwnCharacter>('/api/characters/ines-calder')
  expect(found).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Ines Calder', isMine: false })
  expect(await reader.get('/api/characters/ines-calder')).toEqual(await reader.get(`/api/characters/${found.id}`))
  await app.change('characters', { id: found.id }, { deleted_at: 1 })
  expect((await reader.request('GET', '/api/characters/ines-calder')).status).toBe(404)
  await app.change('characters', { id: found.id }, { deleted_at: null })
})

describe('updating a character', () => {
  const full = {
    ...required,
    greeting: 'Good evening.',
    category: 'Drama',
    creativity: 'vivid',
    isPublic: false,
  } as const

  it('does not change fields that are not sent', async () => {
    const before = (await create(author, full)).body
    app.clock.advance(1000)
    const { status, body } = await update(author, before.id, { greeting: 'Good morning.' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, greeting: 'Good morning.', updatedAt: expect.any(Number) })
    expect(body.updatedAt).toBeGreaterThan(before.updatedAt)
    expect((await update(author, before.id, {})).body).toEqual({ ...body, updatedAt: expect.any(Number) })
  })

  it('validates an update like a creation', async () => {
    const { id } = (await create(author, full)).body
    for (const sent of [
      { name: '' },
      { description: ' ' },
      { category: 'BDSM' },
      { gender: 'x' },
      { isPublic: 'no' },
      { kinks: 1 },
    ]) {
      const { status, body } = await update(author, id, sent)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, Object.keys(sent)])
    }
    expect((await read(author, id)).body).toMatchObject(full)
  })

  it('replaces all fields with a POST that contains its id', async () => {
    const before = (await create(author, full)).body
    await reader.chat((await createCharacter(author)).id, 'Hello.')
    const { status, body } = await create(author, { ...required, name: 'Taper', id: before.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...characterDefaults,
      ...required,
      name: 'Taper',
      id: before.id,
      createdAt: before.createdAt,
    })
    expect(await author.get('/api/characters')).toContainEqual(CharacterSummary.parse(body))
  })

  it('returns 404 for a POST with the id of another user’s character', async () => {
    const { id } = await createCharacter(reader)
    for (const foreign of [id, 'unknown', '01890000-0000-7000-8000-000000000000']) {
      expect((await create(author, { ...required, id: foreign })).status).toBe(404)
    }
    expect((await create(author, { ...required, id: 'x'.repeat(65) })).status).toBe(400)
  })
})

describe('deleting a character', () => {
  it('hides it from everyone, and restoring it shows it unchanged', async () => {
    const { body: before } = await create(author, { ...required, name: 'Quitterwane' })
    const found = () => reader.get<CharacterSummary[]>('/api/characters/public?search=quitterwane')
    expect(await found()).toHaveLength(1)
    expect((await remove(author, before.id)).status).toBe(204)
    expect(await found()).toEqual([])
    for (const client of [author, reader]) expect((await read(client, before.id)).status).toBe(404)
    expect(await author.get<CharacterSummary[]>('/api/characters')).not.toContainEqual(
      expect.objectContaining({ id: before.id }),
    )
    expect((await remove(author, before.id)).status).toBe(404)
    expect((await update(author, before.id, required)).status).toBe(404)
    expect((await create(author, { ...required, id: before.id })).status).toBe(404)

    const restored = await restore(author, before.id)
    expect([restored.status, restored.body]).toEqual([200, before])
    expect(await found()).toHaveLength(1)
    expect((await restore(author, before.id)).status).toBe(404)
  })

  it('can be undone for thirty days', async () => {
    const [early, late] = [await createCharacter(author), await createCharacter(author)]
    for (const { id } of [early, late]) await remove(author, id)
    for (const days of [13, 13]) {
      app.clock.advance(days * day)
      for (const client of [author, reader]) await client.get('/api/auth/me')
    }
    app.clock.advance(4 * day - 60_000)
    expect((await restore(author, early.id)).status).toBe(200)
    app.clock.advance(120_000)
    const { status, body } = await restore(author, late.id)
    expect([status, body.code, body.error]).toEqual([410, 'undo_expired', errorCatalogue.undo_expired.message])
  })
})

describe('a free account', () => {
  const privateFields = { ...required, isPublic: false }
  const countPrivate = async (client: Client) =>
    (await client.get<CharacterSummary[]>('/api/characters')).filter((character) => !character.isPublic).length
  const limitError = { error: errorCatalogue.private_limit.message, code: 'private_limit' }

  it('can have three private characters, whichever request would add a fourth', async () => {
    const client = await app.signUp()
    const three = [
      await create(client, privateFields),
      await create(client, privateFields),
      await create(client, privateFields),
    ]
    expect(three.map(({ status }) => status)).toEqual([201, 201, 201])
    const [first] = three.map(({ body }) => body.id) as [string]
    const fourth = await create(client, privateFields)
    expect([fourth.status, fourth.body]).toEqual([403, { ...limitError, requestId: expect.any(String) }])
    expect((await update(client, first, { name: 'Taper', isPublic: false })).status, 'updating one of the three').toBe(
      200,
    )
    expect((await create(client, { ...privateFields, id: first })).status, 'replacing one of the three').toBe(200)

    const open = (await create(client, required)).body
    expect((await update(client, open.id, { isPublic: false })).body).toMatchObject(limitError)
    expect((await create(client, { ...privateFields, id: open.id })).body).toMatchObject(limitError)

    await remove(client, first)
    expect((await update(client, open.id, { isPublic: false })).status, 'after deleting one').toBe(200)
    expect((await restore(client, first)).body).toMatchObject(limitError)
    await update(client, open.id, { isPublic: true })
    expect((await restore(client, first)).status, 'after publishing one').toBe(200)
    expect(await countPrivate(client)).toBe(3)
  })

  it('has no limit on public characters, and none on private ones after an upgrade', async () => {
    const client = await app.signUp()
    for (const _ of [1, 2, 3, 4]) expect((await create(client, required)).status).toBe(201)
    await setAccountType(app, client, { accountType: 'premium' })
    for (const _ of [1, 2, 3, 4]) expect((await create(client, privateFields)).status).toBe(201)
    await setAccountType(app, client, { accountType: 'free' })
    expect(await countPrivate(client), 'a downgrade deletes nothing').toBe(4)
    expect((await create(client, privateFields)).body).toMatchObject(limitError)
  })
})

it('an account with a thousand characters must delete one before it creates or restores another', async () => {
  const client = await app.signUp(undefined, { accountType: 'premium' })
  const [{ id }, deleted] = [await createCharacter(client), await createCharacter(client)]
  await client.request('DELETE', `/api/characters/${deleted.id}`)
  await copyCharacter(app, id, ownCharacterLimits.perAccount - 2)
  expect((await create(client, required)).status, 'the thousandth').toBe(201)
  const limitReached = {
    status: 403,
    body: { code: 'character_limit', error: expect.stringMatching(/1,000.*Delete/) },
  }
  expect(await create(client, required)).toMatchObject(limitReached)
  expect(await restore(client, deleted.id)).toMatchObject(limitReached)
  expect((await update(client, id, { name: 'Taper', isPublic: false })).status).toBe(200)
  await client.request('DELETE', `/api/characters/${id}`)
  expect((await restore(client, deleted.id)).status).toBe(200)
  expect(await create(client, required)).toMatchObject(limitReached)
})

describe('the rating', () => {
  const rate = (client: Client, id: string, stars: unknown) =>
    client.request<CharacterBody>('PUT', `/api/characters/${id}/rating`, { stars })

  it('is the mean of one rating per user', async () => {
    const { id } = await createCharacter(author)
    const other = await app.signUp()
    expect((await rate(reader, id, 5)).body).toMatchObject({ id, rating: 5, isMine: false })
    expect((await rate(other, id, 2)).body.rating).toBe(3.5)
    expect((await rate(other, id, 4)).body.rating, 'changed, not added').toBe(4.5)
    expect((await rate(other, id, 4)).body.rating).toBe(4.5)
    const ownRating = async (client: Client) => (await client.request('GET', `/api/characters/${id}/rating`)).body
    expect(await ownRating(other)).toEqual({ stars: 4 })
    expect(await ownRating(author)).toEqual({ stars: null })
    expect((await read(author, id)).body.rating).toBe(4.5)
    expect((await read(reader, id)).body.rating).toBe(4.5)
  })

  it('cannot be given by the author and is an integer from one to five', async () => {
    const { id } = await createCharacter(author)
    const own = await rate(author, id, 5)
    expect([own.status, own.body.error]).toEqual([403, 'Authors cannot rate their own characters.'])
    for (const stars of [0, 6, -1, 2.5, '5', null, undefined, [5], 1e300]) {
      const { status, body } = await rate(reader, id, stars)
      expect([status, body.code], String(stars)).toEqual([400, 'validation_failed'])
    }
    expect((await read(author, id)).body.rating).toBeNull()
  })

  it('is kept when the character is updated', async () => {
    const { id } = await createCharacter(author)
    await rate(reader, id, 4)
    await update(author, id, { name: 'Taper' })
    await create(author, { ...required, id })
    expect((await read(author, id)).body.rating).toBe(4)
  })
})

/** A valid value of this length. */
function filled(field: string, length: number): string {
  const start = field === 'avatar' ? '/portraits/' : ''
  return start.padEnd(length, 'x')
}
