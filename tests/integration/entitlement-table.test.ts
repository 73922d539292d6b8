import { describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/**
 * Who may do what, over HTTP. The table is written out here and not read from shared/entitlements.ts, so that a change of
 * that file has to be made here too.
 */
const roles = ['signed out', 'free', 'free 18+', 'premium', 'premium 18+', 'admin', 'admin 18+'] as const
type Role = (typeof roles)[number]
const ratings = ['general', 'mature', 'explicit'] as const
type Rating = (typeof ratings)[number]

/** For each role in the order of `roles`: `ok`, or the code of the error. */
const none = 'unauthenticated'
const gone = 'not_found'
const [premium, adult] = ['premium_required', 'adult_confirmation_required']
const everybody = [none, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok']
const nobody = [none, gone, gone, gone, gone, gone, gone]
const confirmedPremium = [none, gone, gone, gone, 'ok', gone, 'ok']

/** Somebody else's character: listing, reading, rating, reporting and chatting with it. */
const others: Record<'public' | 'private', Record<Rating, string[]>> = {
  public: { general: everybody, mature: confirmedPremium, explicit: confirmedPremium },
  private: { general: nobody, mature: nobody, explicit: nobody },
}
const adults = (free: string[]) => [none, ...free, adult, 'ok', adult, 'ok']

/** One's own: creating it, making an existing one so, and chatting with it. */
const own: Record<'public' | 'private', Record<Rating, string[]>> = {
  private: { general: everybody, mature: adults([adult, 'ok']), explicit: adults([premium, premium]) },
  public: { general: everybody, mature: adults([premium, premium]), explicit: adults([premium, premium]) },
}

const clients = new Map<Role, Client>()
/** Another author's characters by visibility and rating. */
const characters = new Map<string, string>()

const app = await createSharedApp({ env: { AGE_ASSURANCE: 'attest', FREE_DAILY_MESSAGES: '1000' } })
const author = await app.signUp('author', { accountType: 'premium' })
for (const visibility of ['public', 'private'])
  for (const contentRating of ratings) {
    const fields = { name: `Vesperine ${contentRating}`, contentRating, isPublic: visibility === 'public' }
    characters.set(`${visibility} ${contentRating}`, (await createCharacter(author, fields)).id)
  }
clients.set('signed out', app.visitor())
for (const role of roles.slice(1)) {
  const client = await app.signUp(`${role} reader`)
  const [accountType] = role.split(' ') as [User['accountType']]
  await setAccountType(app, client, { accountType, adult: role.endsWith('18+') })
  clients.set(role, client)
}

const clientOf = (role: Role): Client => clients.get(role) ?? app.visitor()

async function resultOf(client: Client, method: string, path: string, body?: unknown): Promise<string> {
  const response = await client.request<{ code: string }>(method, path, body)
  return response.status < 300 ? 'ok' : response.body.code
}

const chat = (client: Client, characterId: string) =>
  resultOf(client, 'POST', '/api/chat', { characterId, message: 'Good evening.' })

/** What each role may do with somebody else's character. */
const actions: Record<string, (client: Client, id: string) => Promise<string>> = {
  list: async (client, id) => {
    const path = '/api/characters/public?search=vesperine'
    const { status, body } = await client.request<CharacterSummary[]>('GET', path)
    if (status !== 200) return none
    return body.some((character) => character.id === id) ? 'ok' : gone
  },
  read: (client, id) => resultOf(client, 'GET', `/api/characters/${id}`),
  chat,
  'read a new greeting of': (client, characterId) =>
    resultOf(client, 'POST', '/api/new-chat-greeting', { characterId, originalGreeting: 'Hello.' }),
  rate: (client, id) => resultOf(client, 'PUT', `/api/characters/${id}/rating`, { stars: 4 }),
  report: (client, id) =>
    resultOf(client, 'POST', '/api/reports', { targetType: 'character', targetId: id, category: 'spam' }),
}

const cells = (['public', 'private'] as const).flatMap((visibility) =>
  ratings.map((rating) => ({ visibility, rating })),
)

describe.each(cells)('a $visibility $rating character of somebody else', ({ visibility, rating }) => {
  it.each(Object.keys(actions))('%s', async (name) => {
    const id = characters.get(`${visibility} ${rating}`) ?? ''
    const results: string[] = []
    for (const role of roles) results.push((await actions[name]?.(clientOf(role), id)) ?? '')
    expect(results).toEqual(others[visibility][rating])
  })
})

describe.each(cells)("one's own $visibility $rating character", ({ visibility, rating }) => {
  const fields = {
    name: 'Wick',
    description: 'A candle maker.',
    contentRating: rating,
    isPublic: visibility === 'public',
  }
  const remove = async (client: Client) => {
    for (const { id } of await client.get<CharacterSummary[]>('/api/characters'))
      await client.request('DELETE', `/api/characters/${id}`)
  }

  it('create, and chat with it', async () => {
    const results: string[] = []
    for (const role of roles) {
      const client = clientOf(role)
      const response = await client.request<{ id: string; code: string }>('POST', '/api/characters', fields)
      results.push(response.status < 300 ? 'ok' : response.body.code)
      if (response.status >= 300) continue
      expect(await chat(client, response.body.id), role).toBe('ok')
      await remove(client)
    }
    expect(results).toEqual(own[visibility][rating])
  })

  it('make an existing character so, and not otherwise', async () => {
    const results: string[] = [none]
    for (const role of roles.slice(1)) {
      const client = clientOf(role)
      const { id } = await createCharacter(client, { isPublic: false })
      results.push(await resultOf(client, 'PUT', `/api/characters/${id}`, fields))
      const saved = await client.get<{ contentRating: string; isPublic: boolean }>(`/api/characters/${id}`)
      const changed = { contentRating: rating, isPublic: visibility === 'public' }
      expect(saved, role).toMatchObject(
        results.at(-1) === 'ok' ? changed : { contentRating: 'general', isPublic: false },
      )
      await remove(client)
    }
    expect(results).toEqual(own[visibility][rating])
  })
})

describe('everything else', () => {
  const check = async (expected: string[], action: (client: Client) => Promise<string>) => {
    const results: string[] = []
    for (const role of roles) results.push(await action(clientOf(role)))
    expect(results).toEqual(expected)
  }

  it('a fourth private character', () =>
    check([none, 'private_limit', 'private_limit', 'ok', 'ok', 'ok', 'ok'], async (client) => {
      let result = ''
      for (let count = 1; count <= 4; count += 1) {
        const body = { name: `Private ${count}`, description: 'Mine.', isPublic: false }
        result = await resultOf(client, 'POST', '/api/characters', body)
        if (count < 4) expect(['ok', none]).toContain(result)
      }
      return result
    }))

  it('an image', () =>
    check([none, premium, premium, 'ok', 'ok', 'ok', 'ok'], (client) =>
      resultOf(client, 'POST', '/api/generate-image', { prompt: 'a lighthouse keeper' }),
    ))

  it('the category BDSM and kinks', () =>
    check(adults([premium, premium]), (client) => {
      const explicit = { contentRating: 'explicit', category: 'BDSM', kinks: 'candles' }
      return resultOf(client, 'POST', '/api/characters', { name: 'Wick', description: 'A candle maker.', ...explicit })
    }))

  it('the chat filter is on for free accounts alone', () =>
    check([none, 'true', 'true', 'false', 'false', 'false', 'false'], async (client) => {
      const { status, body } = await client.request<{ user: User }>('GET', '/api/auth/me')
      return status === 200 ? String(body.user.chatFilter) : none
    }))

  it('a daily limit of messages for free accounts alone', () =>
    check([none, 'limited', 'limited', 'unlimited', 'unlimited', 'unlimited', 'unlimited'], async (client) => {
      const body = { characterId: characters.get('public general'), message: 'Good evening.' }
      const response = await client.request<{ messagesLeft: number | null }>('POST', '/api/chat', body)
      if (response.status === 401) return none
      return response.body.messagesLeft === null ? 'unlimited' : 'limited'
    }))
})
