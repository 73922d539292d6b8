import { afterAll, expect, it } from 'vitest'
import { raiseFlag } from '#server/moderation/raise-flag.ts'
import { ownCharacterLimits } from '#shared/character-terms.ts'
import type { CharacterSummary, OwnCharacter } from '#shared/characters.ts'
import { copyCharacter } from '#tests/support/copy-character.ts'
import { act, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createTestApp } from '#tests/support/test-app.ts'

const app = await createTestApp()
const admin = await signUpAdmin(app, 'Mora')
const colleague = await signUpAdmin(app, 'colleague')
const author = await app.signUp('author')
afterAll(() => app.close())

const open = { name: 'Wick', description: 'A candle maker.' }
const create = (client: Client, fields: object) => client.request('POST', '/api/characters', fields)
const ten = <T>(make: () => Promise<T>) => Array.from({ length: 10 }, make)
const countOf = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length

it('thirty concurrent registrations of one name create one account', async () => {
  const variants = ['Thirty', 'thirty', 'THIRTY', ' thirty ', 'ｔｈｉｒｔｙ']
  const names = Array.from({ length: 30 }, (_, index) => variants[index % variants.length])
  const register = (username?: string) =>
    app.visitor().request('POST', '/api/auth/register', { username, password: 'quiet-harbor' })
  const responses = await Promise.all(names.map(register))
  expect([countOf(responses, 200), countOf(responses, 409)]).toEqual([1, 29])
  for (const { headers, body } of responses.filter(({ status }) => status === 409)) {
    expect(body).toMatchObject({ error: 'Username already taken', code: 'username_taken' })
    expect(headers.getSetCookie()).toEqual([])
  }
  const { db } = app.context
  expect(await db.selectFrom('users').select('id').where('username_key', '=', 'thirty').execute()).toHaveLength(1)
})

it.each<[string, (client: Client) => Promise<() => Promise<{ status: number }>[]>]>([
  ['creations', async (client) => () => ten(() => create(client, { ...open, isPublic: false }))],
  [
    'updates',
    async (client) => {
      const ids = await Promise.all(ten(async () => (await createCharacter(client)).id))
      return () => ids.map((id) => client.request('PUT', `/api/characters/${id}`, { isPublic: false }))
    },
  ],
  [
    'restores',
    async (client) => {
      const ids = await Promise.all(ten(async () => (await createCharacter(client)).id))
      const deleted = { is_public: 0, deleted_at: app.clock.now() } as const
      await app.context.db.updateTable('characters').set(deleted).where('id', 'in', ids).execute()
      return () => ids.map((id) => client.request('POST', `/api/characters/${id}/restore`))
    },
  ],
])('a free account has three private characters after ten concurrent %s', async (_, prepare) => {
  const client = await app.signUp()
  const allAtOnce = await prepare(client)
  const responses = await Promise.all(allAtOnce())
  expect([responses.filter(({ status }) => status < 300).length, countOf(responses, 403)]).toEqual([3, 7])
  const own = await client.get<CharacterSummary[]>('/api/characters')
  expect(own.filter(({ isPublic }) => !isPublic)).toHaveLength(3)
})

it('an account has at most a thousand characters after ten concurrent creations', async () => {
  const client = await app.signUp()
  await copyCharacter(app, (await createCharacter(client)).id, ownCharacterLimits.perAccount - 4)
  const responses = await Promise.all(ten(() => create(client, open)))
  expect([countOf(responses, 201), countOf(responses, 403)]).toEqual([3, 7])
})

it('all of twenty concurrent ratings count', async () => {
  const { id } = await createCharacter(author)
  const players = await Promise.all(Array.from({ length: 20 }, () => app.signUp()))
  const rate = (player: Client, stars: number) => player.request('PUT', `/api/characters/${id}/rating`, { stars })
  const responses = await Promise.all(players.map((player, index) => rate(player, (index % 5) + 1)))
  expect(countOf(responses, 200)).toBe(20)
  expect(await author.get<OwnCharacter>(`/api/characters/${id}`)).toMatchObject({ rating: 3 })
})

it('a character that a decision makes private stays private when a save races the decision', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await createCharacter(author)
    const flag = {
      ...({ targetType: 'character', targetId: id, subjectId: author.id, targetName: 'Ada' } as const),
      ...({ category: 'threats', source: 'policy', summary: 'A rule matched', details: 'rule-7' } as const),
      evidence: { rule: 'rule-7' },
    }
    const raised = await app.context.transact((trx) => raiseFlag(app.context, trx, flag))
    await Promise.all([
      act(admin, raised.id, { action: 'approve' }),
      author.request('PUT', `/api/characters/${id}`, { isPublic: true, description: 'Again.' }),
    ])
    expect(await author.get(`/api/characters/${id}`)).toMatchObject({ isPublic: false })
  }
})

it('a suspension that several admins lift at once is lifted once', async () => {
  const writer = await app.signUp()
  const path = `/api/admin/users/${writer.id}/suspension`
  await admin.post(path, { days: 7, category: 'hate', notes: 'Three accounts.' })
  const lifts = await Promise.all([admin, colleague, admin, colleague].map((by) => by.request('DELETE', path)))
  expect(lifts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const { db } = app.context
  const entries = db.selectFrom('audit_entries').select('action').where('target_id', '=', writer.id).orderBy('seq')
  expect((await entries.execute()).map(({ action }) => action)).toEqual(['suspend', 'lift_suspension'])
})
