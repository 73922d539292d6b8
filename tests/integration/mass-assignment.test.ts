import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import type { OwnCharacter } from '#shared/characters.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '100000' } })
const mallory = await app.signUp('mallory')
const alice = await app.signUp('alice')
const aliceCharacter = (await createCharacter(alice, { isPublic: false })).id
const own = (await createCharacter(alice)).id
const turn = await alice.chat(own, 'Hello.')
const aliceConversation = turn.conversationId

/** Names of columns, API fields and common guesses, with values that an attacker would set. */
const attackFields = (): Record<string, fc.Arbitrary<unknown>> => {
  const admin = fc.constantFrom<unknown>('admin', 'premium', ['admin'], { set: 'admin' }, true)
  const user = fc.constantFrom<unknown>(alice.id, 'alice', { id: alice.id }, [alice.id], null)
  const number = fc.constantFrom<unknown>(5, 1_000_000, -1, '9', 1e308)
  const time = fc.constantFrom<unknown>(0, 1, 4_102_444_800_000, null, '2020-01-01')
  const flag = fc.constantFrom<unknown>(true, 1, 'true', 0, false)
  const nested = fc.constantFrom<unknown>(
    { accountType: 'admin', ownerId: alice.id, chatCount: 9 },
    { $set: { account_type: 'admin' } },
  )
  return {
    ...fields(admin, 'accountType account_type role roles isAdmin type tier plan'),
    ...fields(
      user,
      'ownerId owner_id owner userId user_id author createdBy created_by owner_name username username_key',
    ),
    ...fields(user, 'sampleSlug sample_slug session sessionId password_hash'),
    ...fields(number, 'chatCount chat_count rating ratingSum rating_sum ratingCount rating_score trend stars'),
    ...fields(time, 'createdAt created_at updatedAt updated_at deletedAt deleted_at adult_confirmed_at'),
    ...fields(flag, 'isMine isSystem is_system adultConfirmed chatFilter confirmed moderation is_public'),
    ...fields(nested, 'user character data fields $set constructor prototype'),
    ...fields(fc.constantFrom<unknown>('search', 'x'), 'search_text searchText content_rating explicitFields'),
  }
}

function fields(value: fc.Arbitrary<unknown>, names: string): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]))
}

const extraFields = () => fc.record(attackFields(), { requiredKeys: [] })

/** The rows that Mallory must not be able to change: all accounts, and all data of other users. */
async function snapshot(): Promise<unknown> {
  const { db } = app.context
  return {
    users: await app.rows('users'),
    theirs: await db.selectFrom('characters').selectAll().where('owner_id', '!=', mallory.id).orderBy('id').execute(),
    conversations: await db
      .selectFrom('conversations')
      .selectAll()
      .where('user_id', '!=', mallory.id)
      .orderBy('id')
      .execute(),
    ratings: await app.rows('character_ratings'),
    me: await mallory.get<{ user: User }>('/api/auth/me'),
  }
}

describe('requests with additional fields', () => {
  it('create only new characters of the sender', async () => {
    const before = await snapshot()
    await assertForAll(80, extraFields(), async (extra) => {
      const body = { name: 'Wick', description: 'A candle maker.', ...extra }
      const { status, body: created } = await mallory.request<OwnCharacter>('POST', '/api/characters', body)
      expect(status).toBe(201)
      expectUnaffected(created)
      const row = await app.row('characters', { id: created.id })
      expect(row).toMatchObject({
        owner_id: mallory.id,
        sample_slug: null,
        chat_count: 0,
        rating_sum: 0,
        rating_count: 0,
        rating_score: 0,
        deleted_at: null,
        created_at: created.createdAt,
      })
      expect((await app.row('character_search', { target_id: created.id }, 'text')).text).toContain('wick')
    })
    expect(await snapshot()).toEqual(before)
  })

  it('change only the fields that an author can edit', async () => {
    const { id } = await createCharacter(mallory)
    const before = await snapshot()
    await assertForAll(60, extraFields(), async (extra) => {
      const body = { ...extra, id: aliceCharacter, name: 'Taper' }
      const { status, body: changed } = await mallory.request<OwnCharacter>('PUT', `/api/characters/${id}`, body)
      expect(status).toBe(200)
      expect(changed.id).toBe(id)
      expectUnaffected(changed)
    })
    expect(await snapshot()).toEqual(before)
  })

  it('do not change any account', async () => {
    const displayName = 'mallory'
    await mallory.put('/api/auth/user/profile', { displayName })
    const before = await snapshot()
    await assertForAll(40, extraFields(), async (extra) => {
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
      const turn = { ...extra, characterId: aliceCharacter, conversationId: aliceConversation, message: 'Mine' }
      await mallory.request('POST', '/api/chat', turn)
    })
    expect(await snapshot()).toEqual(before)
  })
})

function expectUnaffected(character: OwnCharacter): void {
  expect(character).toMatchObject({ createdBy: 'mallory', isMine: true, chatCount: 0, rating: null, isPublic: true })
  expect([aliceCharacter, alice.id]).not.toContain(character.id)
  expect(Math.abs(character.createdAt - app.clock.now())).toBeLessThan(60_000)
}

/** A failure prints its seed; `fc.assert(…, { seed })` repeats it. */
function assertForAll<T>(numRuns: number, bodies: fc.Arbitrary<T>, check: (body: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(bodies, check), { numRuns, endOnFailure: true })
}
