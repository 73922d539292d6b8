import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import type { CharacterSummary, OwnCharacter } from '#shared/characters.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const people = ['free', 'free adult', 'premium', 'premium adult', 'admin', 'admin adult'] as const
type Person = (typeof people)[number]

/** A change takes hold with the next restart, as an operator would make it. */
const env: Record<string, string> = { AGE_ASSURANCE: 'attest' }
let app: TestApp
let author: Client
const clients = new Map<Person, Client>()
const published = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ env })
  author = await app.signUp('author')
  await setAccountType(app, author, { accountType: 'premium' })
  for (const contentRating of ['general', 'mature', 'explicit']) {
    const { id } = await createCharacter(author, {
      name: `Qulantern ${contentRating}`,
      contentRating,
      kinks: 'candles',
    })
    published.set(contentRating, id)
  }
  for (const person of people) {
    const client = await app.signUp(person)
    const [accountType] = person.split(' ') as [User['accountType']]
    await setAccountType(app, client, { accountType, adult: person.endsWith('adult') })
    clients.set(person, client)
  }
})
afterAll(() => app.close())

function clientOf(person: Person): Client {
  const client = clients.get(person)
  if (!client) throw new Error(`${person} did not sign up`)
  return client
}

async function operatorSets(changes: Record<string, string>): Promise<void> {
  Object.assign(env, changes)
  await app.restart()
}

/** The ratings of the author's characters that this person sees in the gallery; reading one by its id must agree. */
async function meets(client: Client): Promise<string> {
  const seen = await client.get<CharacterSummary[]>('/api/characters/public?search=qulantern')
  for (const [rating, id] of published) {
    const { status } = await client.request('GET', `/api/characters/${id}`)
    expect(status, `${rating} by its id`).toBe(seen.some((character) => character.id === id) ? 200 : 404)
  }
  return seen
    .map((character) => character.contentRating)
    .toSorted()
    .join(' ')
}

/** What saving a character answers: `ok`, or the code of the refusal. */
async function answerTo(client: Client, fields: Record<string, unknown>, id?: string): Promise<string> {
  const body = { name: 'Wick', description: 'A candle maker.', ...fields }
  const answer = await client.request<OwnCharacter & ErrorBody>(
    id ? 'PUT' : 'POST',
    `/api/characters${id ? `/${id}` : ''}`,
    body,
  )
  return answer.status < 300 ? 'ok' : answer.body.code
}

/** Each person's answers, for a new character and for one that is made so, which must be alike. */
async function answers(fields: Record<string, unknown>): Promise<string[]> {
  const said: string[] = []
  for (const person of people) {
    const client = clientOf(person)
    const fresh = await answerTo(client, fields)
    const changed = await answerTo(client, fields, (await createCharacter(client)).id)
    expect(changed, `${person}, by a change`).toBe(fresh)
    said.push(fresh)
    await putAway(client)
  }
  return said
}

async function putAway(client: Client): Promise<void> {
  for (const { id } of await client.get<CharacterSummary[]>('/api/characters')) {
    await client.request('DELETE', `/api/characters/${id}`)
  }
}

const all = (answer: string) => people.map(() => answer)
const premium = 'premium_required'
const adult = 'adult_confirmation_required'

describe('with an adult confirmation asked for', () => {
  it.each([
    { contentRating: 'general', isPublic: true, told: all('ok') },
    { contentRating: 'general', isPublic: false, told: all('ok') },
    { contentRating: 'mature', isPublic: false, told: [adult, 'ok', adult, 'ok', adult, 'ok'] },
    { contentRating: 'mature', isPublic: true, told: [premium, premium, adult, 'ok', adult, 'ok'] },
    { contentRating: 'explicit', isPublic: false, told: [premium, premium, adult, 'ok', adult, 'ok'] },
    { contentRating: 'explicit', isPublic: true, told: [premium, premium, adult, 'ok', adult, 'ok'] },
  ])('keeping a character that is $contentRating, public: $isPublic', async ({ told, ...fields }) => {
    expect(await answers(fields)).toEqual(told)
  })

  it.each<[Person, string]>([
    ['free', 'general'],
    ['free adult', 'general'],
    ['premium', 'general'],
    ['premium adult', 'explicit general mature'],
    ['admin', 'general'],
    ['admin adult', 'explicit general mature'],
  ])('%s meets %s', async (person, ratings) => {
    expect(await meets(clientOf(person))).toBe(ratings)
  })

  it.each([
    ['general', all('general')],
    ['mature', [premium, premium, adult, 'mature', adult, 'mature']],
    ['explicit', [premium, premium, adult, 'explicit', adult, 'explicit']],
  ])('a gallery of nothing but %s', async (contentRating, told) => {
    const said: string[] = []
    for (const person of people) {
      const address = `/api/characters/public?search=qulantern&contentRating=${contentRating}`
      const { status, body } = await clientOf(person).request<CharacterSummary[] & ErrorBody>('GET', address)
      said.push(status === 200 ? body.map((character) => character.contentRating).join(' ') : body.code)
    }
    expect(said).toEqual(told)
  })

  it('opens what is for adults once somebody has said that they are one', async () => {
    const client = await app.signUp('about-to-say-so')
    await setAccountType(app, client, { accountType: 'premium', adult: false })
    for (const body of [{}, { confirmed: false }, { confirmed: 'true' }, [], null]) {
      const refused = await client.request('POST', '/api/auth/adult-confirmation', body)
      expect(refused.status).toBe(400)
    }
    expect(await meets(client)).toBe('general')
    const { user } = await client.post<{ user: User }>('/api/auth/adult-confirmation', { confirmed: true })
    expect(user.adultConfirmed).toBe(true)
    expect((await client.get<{ user: User }>('/api/auth/me')).user.adultConfirmed).toBe(true)
    expect(await meets(client)).toBe('explicit general mature')
  })

  it('keeps the category of explicit characters to them', async () => {
    const client = clientOf('premium adult')
    const category = 'BDSM'
    expect(await answerTo(client, { category, contentRating: 'explicit' })).toBe('ok')
    expect(await answerTo(client, { category, contentRating: 'mature' })).toBe('validation_failed')
    expect(await answerTo(client, { category })).toBe('validation_failed')
    expect(await answerTo(clientOf('free adult'), { category, contentRating: 'explicit' })).toBe(premium)
  })

  it.each<[Person, string, string]>([
    ['premium adult', 'general', ''],
    ['premium adult', 'mature', 'candles'],
    ['premium adult', 'explicit', 'candles'],
    ['admin adult', 'explicit', 'candles'],
    ['free adult', 'general', ''],
    ['free adult', 'mature', ''],
  ])('%s, %s: the kinks kept are "%s"', async (person, contentRating, kept) => {
    const client = clientOf(person)
    const fields = { kinks: 'candles', contentRating, isPublic: false }
    const { id, kinks } = await client.post<OwnCharacter>('/api/characters', {
      name: 'Wick',
      description: 'Tall.',
      ...fields,
    })
    expect(kinks).toBe(kept)
    expect((await client.put<OwnCharacter>(`/api/characters/${id}`, { kinks: 'candles' })).kinks).toBe(kept)
    const stored = await app.context.db.selectFrom('characters').select('kinks').where('id', '=', id).executeTakeFirst()
    expect(stored?.kinks).toBe(kept)
    await putAway(client)
  })

  it('lets go of the kinks when a character is made general', async () => {
    const { id } = await createCharacter(clientOf('premium adult'), { contentRating: 'mature', kinks: 'candles' })
    const milder = await clientOf('premium adult').put<OwnCharacter>(`/api/characters/${id}`, {
      contentRating: 'general',
    })
    expect(milder.kinks).toBe('')
  })
})

describe('a downgraded author', () => {
  it('keeps everything, unpublished and out of reach until premium returns', async () => {
    const fallen = await app.signUp('fallen')
    await setAccountType(app, fallen, { accountType: 'premium' })
    const fields = { name: 'Quemberlight', contentRating: 'explicit', kinks: 'candles' }
    const { id } = await createCharacter(fallen, fields)
    const reader = clientOf('premium adult')
    const said = await reader.post<{ conversationId: string }>('/api/chat', { characterId: id, message: 'Hello.' })

    await setAccountType(app, fallen, { accountType: 'free' })
    const gallery = () => reader.get<CharacterSummary[]>('/api/characters/public?search=quemberlight')
    expect(await gallery()).toEqual([])
    const goOn = { characterId: id, message: 'And then?', conversationId: said.conversationId }
    expect((await reader.request('POST', '/api/chat', goOn)).status).toBe(404)
    expect((await reader.request('GET', `/api/conversations/${said.conversationId}`)).status).toBe(200)
    expect(await fallen.get('/api/characters')).toMatchObject([{ id, contentRating: 'explicit' }])
    expect(await fallen.get(`/api/characters/${id}`)).toMatchObject({ kinks: 'candles', isPublic: true })
    expect(await answerTo(fallen, { name: 'Cinder' }, id)).toBe(premium)

    await setAccountType(app, fallen, { accountType: 'premium' })
    expect(await gallery()).toMatchObject([{ id, name: 'Quemberlight' }])
    expect(await reader.get(`/api/characters/${id}`)).toMatchObject({ kinks: 'candles' })
    expect((await reader.request('POST', '/api/chat', goOn)).status).toBe(200)
  })

  it('may make a character milder', async () => {
    const fallen = await app.signUp('mending')
    await setAccountType(app, fallen, { accountType: 'premium' })
    const { id } = await createCharacter(fallen, { name: 'Quashfall', contentRating: 'mature', kinks: 'candles' })
    await setAccountType(app, fallen, { accountType: 'free' })
    const milder = await fallen.put<OwnCharacter>(`/api/characters/${id}`, { contentRating: 'general' })
    expect(milder).toMatchObject({ contentRating: 'general', isPublic: true, kinks: '' })
    expect(await clientOf('free').get('/api/characters/public?search=quashfall')).toMatchObject([{ id }])
  })
})

describe("the operator's ceiling", () => {
  it.each([
    { ceiling: 'mature', met: 'general mature', explicit: 'rating_unavailable', mature: 'ok' },
    { ceiling: 'general', met: 'general', explicit: 'rating_unavailable', mature: 'rating_unavailable' },
  ])('$ceiling: nothing above it exists', async ({ ceiling, met, explicit, mature }) => {
    await operatorSets({ MAX_CONTENT_RATING: ceiling })
    for (const person of ['premium adult', 'admin adult'] as const) {
      expect(await meets(clientOf(person))).toBe(met)
      expect(await clientOf(person).get('/api/auth/me')).toMatchObject({ user: { maxContentRating: ceiling } })
      expect(await answerTo(clientOf(person), { contentRating: 'explicit' })).toBe(explicit)
      expect(await answerTo(clientOf(person), { contentRating: 'mature' })).toBe(mature)
    }
    expect(await answerTo(clientOf('free'), { contentRating: 'explicit' })).toBe('rating_unavailable')
    expect(await meets(author), 'for its author neither').toBe(met)
    const own = await author.get<CharacterSummary[]>('/api/characters')
    expect(
      own
        .map((character) => character.contentRating)
        .toSorted()
        .join(' '),
    ).toBe(met)
    const characterId = published.get('explicit')
    expect((await author.request('POST', '/api/chat', { characterId, message: 'Hello.' })).status).toBe(404)
  })

  it('gives everything back when it is raised', async () => {
    await operatorSets({ MAX_CONTENT_RATING: 'explicit' })
    expect(await meets(author)).toBe('explicit general mature')
  })
})

describe('with no age assurance', () => {
  it('asks nobody, and the account type alone decides', async () => {
    await operatorSets({ AGE_ASSURANCE: 'none' })
    expect(await meets(clientOf('premium'))).toBe('explicit general mature')
    expect(await meets(clientOf('free'))).toBe('general')
    expect(await answers({ contentRating: 'mature', isPublic: false })).toEqual(all('ok'))
    const explicit = await answers({ contentRating: 'explicit' })
    expect(explicit).toEqual([premium, premium, 'ok', 'ok', 'ok', 'ok'])
  })
})
