import { describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import type { CharacterSummary, OwnCharacter } from '#shared/characters.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const accounts = ['free', 'free adult', 'premium', 'premium adult', 'admin', 'admin adult'] as const
type Account = (typeof accounts)[number]

/** Environment changes take effect at the next restart. */
const env: Record<string, string> = { AGE_ASSURANCE: 'attest' }
const clients = new Map<Account, Client>()
const published = new Map<string, string>()

const app = await createSharedApp({ env })
const author = await app.signUp('author', { accountType: 'premium' })
for (const contentRating of ['general', 'mature', 'explicit']) {
  const { id } = await createCharacter(author, {
    name: `Qulantern ${contentRating}`,
    contentRating,
    kinks: 'candles',
  })
  published.set(contentRating, id)
}
for (const account of accounts) {
  const client = await app.signUp(`${account} reader`)
  const [accountType] = account.split(' ') as [User['accountType']]
  await setAccountType(app, client, { accountType, adult: account.endsWith('adult') })
  clients.set(account, client)
}

function clientOf(account: Account): Client {
  const client = clients.get(account)
  if (!client) throw new Error(`${account} did not sign up`)
  return client
}

async function restartWith(changes: Record<string, string>): Promise<void> {
  Object.assign(env, changes)
  await app.restart()
}

/** The ratings of the author's characters in this user's gallery. Reading each by its id must give the same result. */
async function visibleRatings(client: Client): Promise<string> {
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

/** The result of saving a character: `ok` or the error code. */
async function saveResult(client: Client, fields: Record<string, unknown>, id?: string): Promise<string> {
  const body = { name: 'Wick', description: 'A candle maker.', ...fields }
  const response = await client.request<OwnCharacter & ErrorBody>(
    id ? 'PUT' : 'POST',
    `/api/characters${id ? `/${id}` : ''}`,
    body,
  )
  return response.status < 300 ? 'ok' : response.body.code
}

/** The result for each account. Creating a character and changing one must give the same result. */
async function saveResults(fields: Record<string, unknown>): Promise<string[]> {
  const results: string[] = []
  for (const account of accounts) {
    const client = clientOf(account)
    const created = await saveResult(client, fields)
    const changed = await saveResult(client, fields, (await createCharacter(client)).id)
    expect(changed, `${account}, for a change`).toBe(created)
    results.push(created)
    await deleteCharacters(client)
  }
  return results
}

async function deleteCharacters(client: Client): Promise<void> {
  for (const { id } of await client.get<CharacterSummary[]>('/api/characters')) {
    await client.request('DELETE', `/api/characters/${id}`)
  }
}

const all = (result: string) => accounts.map(() => result)
const premium = 'premium_required'
const adult = 'adult_confirmation_required'

describe('with AGE_ASSURANCE=attest', () => {
  it.each([
    ['general', all('general')],
    ['mature', [premium, premium, adult, 'mature', adult, 'mature']],
    ['explicit', [premium, premium, adult, 'explicit', adult, 'explicit']],
  ])('the gallery filtered by %s', async (contentRating, expected) => {
    const results: string[] = []
    for (const account of accounts) {
      const address = `/api/characters/public?search=qulantern&contentRating=${contentRating}`
      const { status, body } = await clientOf(account).request<CharacterSummary[] & ErrorBody>('GET', address)
      results.push(status === 200 ? body.map((character) => character.contentRating).join(' ') : body.code)
    }
    expect(results).toEqual(expected)
  })

  it.each([
    [{ contentRating: 'general', isPublic: true }, all('ok')],
    [{ contentRating: 'mature', isPublic: false }, [adult, 'ok', adult, 'ok', adult, 'ok']],
    [{ contentRating: 'mature', isPublic: true }, [premium, premium, adult, 'ok', adult, 'ok']],
    [{ contentRating: 'explicit', isPublic: false }, [premium, premium, adult, 'ok', adult, 'ok']],
    [{ contentRating: 'explicit', isPublic: true }, [premium, premium, adult, 'ok', adult, 'ok']],
  ])('saving a character with %j', async (fields, expected) => {
    expect(await saveResults(fields)).toEqual(expected)
  })

  it('the adult confirmation gives access to adult content', async () => {
    const client = await app.signUp('unconfirmed', { accountType: 'premium', adult: false })
    for (const body of [{}, { confirmed: false }, { confirmed: 'true' }, [], null]) {
      const rejected = await client.request('POST', '/api/auth/adult-confirmation', body)
      expect(rejected.status).toBe(400)
    }
    expect(await visibleRatings(client)).toBe('general')
    const { user } = await client.post<{ user: User }>('/api/auth/adult-confirmation', { confirmed: true })
    expect(user.adultConfirmed).toBe(true)
    expect((await client.get<{ user: User }>('/api/auth/me')).user.adultConfirmed).toBe(true)
    expect(await visibleRatings(client)).toBe('explicit general mature')
  })

  it('only explicit characters can have the category BDSM (spec 6.server)', async () => {
    const client = clientOf('premium adult')
    const category = 'BDSM'
    expect(await saveResult(client, { category, contentRating: 'explicit' })).toBe('ok')
    expect(await saveResult(client, { category, contentRating: 'mature' })).toBe('validation_failed')
    expect(await saveResult(client, { category })).toBe('validation_failed')
    expect(await saveResult(clientOf('free adult'), { category, contentRating: 'explicit' })).toBe(premium)
  })

  it.each<[Account, string, string]>([
    ['premium adult', 'general', ''],
    ['premium adult', 'mature', 'candles'],
    ['premium adult', 'explicit', 'candles'],
    ['admin adult', 'explicit', 'candles'],
    ['free adult', 'general', ''],
    ['free adult', 'mature', ''],
  ])('%s, %s: the stored kinks are "%s"', async (account, contentRating, expectedKinks) => {
    const client = clientOf(account)
    const fields = { kinks: 'candles', contentRating, isPublic: false }
    const { id, kinks } = await client.post<OwnCharacter>('/api/characters', {
      name: 'Wick',
      description: 'Tall.',
      ...fields,
    })
    expect(kinks).toBe(expectedKinks)
    expect((await client.put<OwnCharacter>(`/api/characters/${id}`, { kinks: 'candles' })).kinks).toBe(expectedKinks)
    const stored = await app.row('characters', { id }, 'kinks')
    expect(stored?.kinks).toBe(expectedKinks)
    await deleteCharacters(client)
  })
})

describe('a downgraded author', () => {
  it('keeps the characters, which are hidden until premium returns', async () => {
    const downgraded = await app.signUp('downgraded', { accountType: 'premium' })
    const fields = { name: 'Quemberlight', contentRating: 'explicit', kinks: 'candles' }
    const { id } = await createCharacter(downgraded, fields)
    const reader = clientOf('premium adult')
    const turn = await reader.chat(id, 'Hello.')

    await setAccountType(app, downgraded, { accountType: 'free' })
    const gallery = () => reader.get<CharacterSummary[]>('/api/characters/public?search=quemberlight')
    expect(await gallery()).toEqual([])
    const nextTurn = { characterId: id, message: 'And then?', conversationId: turn.conversationId }
    expect((await reader.request('POST', '/api/chat', nextTurn)).status).toBe(404)
    expect((await reader.request('GET', `/api/conversations/${turn.conversationId}`)).status).toBe(200)
    expect(await downgraded.get('/api/characters')).toMatchObject([{ id, contentRating: 'explicit' }])
    expect(await downgraded.get(`/api/characters/${id}`)).toMatchObject({ kinks: '', isPublic: true })
    expect(await saveResult(downgraded, { name: 'Cinder' }, id)).toBe(premium)

    await setAccountType(app, downgraded, { accountType: 'premium' })
    expect(await gallery()).toMatchObject([{ id, name: 'Quemberlight' }])
    expect(await reader.get(`/api/characters/${id}`)).toMatchObject({ kinks: 'candles' })
    expect((await reader.request('POST', '/api/chat', nextTurn)).status).toBe(200)
  })

  it('cannot read the kinks of a character, which are kept until premium returns', async () => {
    const downgraded = await app.signUp('downgraded-3', { accountType: 'premium' })
    const fields = {
      name: 'Quillfen',
      description: 'Tall.',
      contentRating: 'mature',
      isPublic: false,
      kinks: 'candles',
    }
    const { id } = await createCharacter(downgraded, fields)
    await setAccountType(app, downgraded, { accountType: 'free' })
    const path = `/api/characters/${id}`
    expect(await downgraded.get(path)).toMatchObject({ kinks: '' })
    expect(await downgraded.put(path, { name: 'Quillfern' })).toMatchObject({ name: 'Quillfern', kinks: '' })
    expect(await downgraded.post('/api/characters', { ...fields, id, kinks: 'feathers' })).toMatchObject({ kinks: '' })
    await downgraded.request('DELETE', path)
    expect(await downgraded.post(`${path}/restore`)).toMatchObject({ kinks: '' })
    await downgraded.chat(id, 'Hello.')
    expect(JSON.stringify(app.upstream.requests.at(-1)?.body)).not.toMatch(/candles|feathers/)
    await setAccountType(app, downgraded, { accountType: 'premium' })
    expect(await downgraded.get(path)).toMatchObject({ kinks: 'candles' })
  })

  it('can lower the rating of a character', async () => {
    const downgraded = await app.signUp('downgraded-2', { accountType: 'premium' })
    const { id } = await createCharacter(downgraded, { name: 'Quashfall', contentRating: 'mature', kinks: 'candles' })
    await setAccountType(app, downgraded, { accountType: 'free' })
    const milder = await downgraded.put<OwnCharacter>(`/api/characters/${id}`, { contentRating: 'general' })
    expect(milder).toMatchObject({ contentRating: 'general', isPublic: true, kinks: '' })
    expect(await clientOf('free').get('/api/characters/public?search=quashfall')).toMatchObject([{ id }])
  })
})

describe('MAX_CONTENT_RATING', () => {
  it.each([
    { maximum: 'mature', visible: 'general mature', explicit: 'rating_unavailable', mature: 'ok' },
    { maximum: 'general', visible: 'general', explicit: 'rating_unavailable', mature: 'rating_unavailable' },
  ])('$maximum hides every higher rating', async ({ maximum, visible, explicit, mature }) => {
    await restartWith({ MAX_CONTENT_RATING: maximum })
    for (const account of ['premium adult', 'admin adult'] as const) {
      expect(await visibleRatings(clientOf(account))).toBe(visible)
      expect(await clientOf(account).get('/api/auth/me')).toMatchObject({ user: { maxContentRating: maximum } })
      expect(await saveResult(clientOf(account), { contentRating: 'explicit' })).toBe(explicit)
      expect(await saveResult(clientOf(account), { contentRating: 'mature' })).toBe(mature)
    }
    expect(await saveResult(clientOf('free'), { contentRating: 'explicit' })).toBe('rating_unavailable')
    expect(await visibleRatings(author), 'also for the author').toBe(visible)
    const own = await author.get<CharacterSummary[]>('/api/characters')
    expect(
      own
        .map((character) => character.contentRating)
        .toSorted()
        .join(' '),
    ).toBe(visible)
    const characterId = published.get('explicit')
    expect((await author.request('POST', '/api/chat', { characterId, message: 'Hello.' })).status).toBe(404)
  })

  it('raised again shows everything again', async () => {
    await restartWith({ MAX_CONTENT_RATING: 'explicit' })
    expect(await visibleRatings(author)).toBe('explicit general mature')
  })
})

it('with AGE_ASSURANCE=none only the account type decides', async () => {
  await restartWith({ AGE_ASSURANCE: 'none' })
  expect(await visibleRatings(clientOf('premium'))).toBe('explicit general mature')
  expect(await visibleRatings(clientOf('free'))).toBe('general')
  expect(await saveResults({ contentRating: 'mature', isPublic: false })).toEqual(all('ok'))
  const explicit = await saveResults({ contentRating: 'explicit' })
  expect(explicit).toEqual([premium, premium, 'ok', 'ok', 'ok', 'ok'])
})
