import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import type { OwnCharacter } from '#shared/characters.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let mallory: Client
let alice: Client
let aliceCharacter: string
let aliceConversation: string

beforeAll(async () => {
  app = await createTestApp({ env: { FREE_DAILY_MESSAGES: '100000' } })
  mallory = await app.signUp('mallory')
  alice = await app.signUp('alice')
  aliceCharacter = (await createCharacter(alice, { isPublic: false })).id
  const own = (await createCharacter(alice)).id
  const said = await alice.post<{ conversationId: string }>('/api/chat', { characterId: own, message: 'Hello.' })
  aliceConversation = said.conversationId
})
afterAll(() => app.close())

/** Names that columns, wire fields and programmers' habits suggest, with values that would be worth having. */
const worthHaving = (): Record<string, fc.Arbitrary<unknown>> => {
  const admin = fc.constantFrom<unknown>('admin', 'premium', ['admin'], { set: 'admin' }, true)
  const somebody = fc.constantFrom<unknown>(alice.id, 'alice', { id: alice.id }, [alice.id], null)
  const figure = fc.constantFrom<unknown>(5, 1_000_000, -1, '9', 1e308)
  const time = fc.constantFrom<unknown>(0, 1, 4_102_444_800_000, null, '2020-01-01')
  const yes = fc.constantFrom<unknown>(true, 1, 'true', 0, false)
  const nested = fc.constantFrom<unknown>(
    { accountType: 'admin', ownerId: alice.id, chatCount: 9 },
    { $set: { account_type: 'admin' } },
  )
  return {
    ...fields(admin, 'accountType', 'account_type', 'role', 'roles', 'isAdmin', 'type', 'tier', 'plan'),
    ...fields(
      somebody,
      'ownerId',
      'owner_id',
      'owner',
      'userId',
      'user_id',
      'author',
      'createdBy',
      'created_by',
      'owner_name',
    ),
    ...fields(
      somebody,
      'username',
      'username_key',
      'sampleSlug',
      'sample_slug',
      'session',
      'sessionId',
      'password_hash',
    ),
    ...fields(
      figure,
      'chatCount',
      'chat_count',
      'rating',
      'ratingSum',
      'rating_sum',
      'ratingCount',
      'rating_mean',
      'trend',
      'stars',
    ),
    ...fields(
      time,
      'createdAt',
      'created_at',
      'updatedAt',
      'updated_at',
      'deletedAt',
      'deleted_at',
      'adult_confirmed_at',
    ),
    ...fields(
      yes,
      'isMine',
      'isHouse',
      'is_system',
      'adultConfirmed',
      'chatFilter',
      'confirmed',
      'moderationDesk',
      'is_public',
    ),
    ...fields(nested, 'user', 'character', 'data', 'fields', '$set', 'constructor', 'prototype'),
    ...fields(fc.constantFrom<unknown>('search', 'x'), 'search_text', 'searchText', 'content_rating', 'explicitFields'),
  }
}

function fields(value: fc.Arbitrary<unknown>, ...names: string[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(names.map((name) => [name, value]))
}

const anyOfThem = () => fc.record(worthHaving(), { requiredKeys: [] })

/** What must be as it was, whatever Mallory sent: everything of Alice's, and everything about the accounts. */
async function standing(): Promise<unknown> {
  const { db } = app.context
  return {
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    theirs: await db.selectFrom('characters').selectAll().where('owner_id', '!=', mallory.id).orderBy('id').execute(),
    conversations: await db
      .selectFrom('conversations')
      .selectAll()
      .where('user_id', '!=', mallory.id)
      .orderBy('id')
      .execute(),
    ratings: await db.selectFrom('character_ratings').selectAll().execute(),
    who: await mallory.get<{ user: User }>('/api/auth/me'),
  }
}

describe('three hundred bodies that ask for more than a form offers', () => {
  it('make characters that are the sender’s own, and new', async () => {
    const before = await standing()
    await tried(200, anyOfThem(), async (extra) => {
      const body = { name: 'Wick', description: 'A candle maker.', ...extra }
      const { status, body: made } = await mallory.request<OwnCharacter>('POST', '/api/characters', body)
      expect(status).toBe(201)
      expectPlain(made)
      const row = await app.context.db
        .selectFrom('characters')
        .selectAll()
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        owner_id: mallory.id,
        sample_slug: null,
        chat_count: 0,
        rating_sum: 0,
        rating_count: 0,
        rating_mean: 0,
        deleted_at: null,
        created_at: made.createdAt,
      })
      expect(row.search_text).toContain('wick')
    })
    expect(await standing()).toEqual(before)
  })

  it('change a character in nothing but what an author writes', async () => {
    const { id } = await createCharacter(mallory)
    const before = await standing()
    await tried(60, anyOfThem(), async (extra) => {
      const body = { ...extra, id: aliceCharacter, name: 'Taper' }
      const { status, body: changed } = await mallory.request<OwnCharacter>('PUT', `/api/characters/${id}`, body)
      expect(status).toBe(200)
      expect(changed.id).toBe(id)
      expectPlain(changed)
    })
    expect(await standing()).toEqual(before)
  })

  it('change nobody’s account', async () => {
    const displayName = 'mallory'
    await mallory.put('/api/auth/user/profile', { displayName })
    const before = await standing()
    await tried(40, anyOfThem(), async (extra) => {
      const profile = await mallory.request('PUT', '/api/auth/user/profile', { ...extra, id: alice.id, displayName })
      expect(profile.status).toBe(200)
      await mallory.request('PATCH', `/api/conversations/${aliceConversation}`, { ...extra, title: 'Mine' })
      await mallory.request('PUT', `/api/characters/${aliceCharacter}`, { ...extra, name: 'Mine' })
      await mallory.request('POST', '/api/characters', {
        ...extra,
        id: aliceCharacter,
        name: 'Mine',
        description: 'Mine',
      })
      const said = { ...extra, characterId: aliceCharacter, conversationId: aliceConversation, message: 'Mine' }
      await mallory.request('POST', '/api/chat', said)
    })
    expect(await standing()).toEqual(before)
  })
})

function expectPlain(character: OwnCharacter): void {
  expect(character).toMatchObject({ createdBy: 'mallory', isMine: true, chatCount: 0, rating: null, isPublic: true })
  expect([aliceCharacter, alice.id]).not.toContain(character.id)
  expect(Math.abs(character.createdAt - app.clock.now())).toBeLessThan(60_000)
}

/** The seed is printed with a failure, and `fc.assert(…, { seed })` plays it again. */
function tried<T>(numRuns: number, bodies: fc.Arbitrary<T>, check: (body: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(bodies, check), { numRuns, endOnFailure: true })
}
