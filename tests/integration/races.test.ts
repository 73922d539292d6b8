import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { raiseFlag } from '#server/moderation/raise-flag.ts'
import { ownCharacterLimits } from '#shared/character-terms.ts'
import type { CharacterSummary, OwnCharacter } from '#shared/characters.ts'
import type { ChatResponse, Conversation } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { personaLimits } from '#shared/personas.ts'
import { copyCharacter } from '#tests/support/copy-character.ts'
import { act, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const admin = await signUpAdmin(app, 'Mora')
const author = await app.signUp('author')

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
  expect(await app.rows('users', { username_key: 'thirty' }, 'id')).toHaveLength(1)
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

it('one of fifty concurrent turns in a conversation is accepted', async () => {
  const player = await app.signUp()
  const { id: characterId } = await createCharacter(author)
  const { conversationId } = await player.chat(characterId, 'Hello')
  // The accepted turn lasts until the others have been rejected.
  const pace = { ...app.upstream.pace }
  Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 100, tokens: 500 })
  const body = { characterId, message: 'All at once', conversationId }
  const allRejected = Promise.withResolvers<string>()
  let rejections = 0
  const sends = Array.from({ length: 50 }, async () => {
    const response = await player.request<{ messageId: string }>('POST', '/api/chat', body)
    if (response.status === 409 && ++rejections === 49) allRejected.resolve(response.body.messageId)
    return response
  })
  const running = await allRejected.promise
  await player.request('POST', `/api/conversations/${conversationId}/replies/${running}/stop`)
  const responses = await Promise.all(sends)
  Object.assign(app.upstream.pace, pace)
  expect([countOf(responses, 200), countOf(responses, 409)]).toEqual([1, 49])
  expect((await player.conversation(conversationId)).messages).toHaveLength(5)
})

it('ten concurrent sends with one clientMessageId create one turn', async () => {
  const player = await app.signUp()
  const { id: characterId } = await createCharacter(author)
  const body = { characterId, message: 'Only once', clientMessageId: randomUUID() }
  const turns = await Promise.all(ten(() => player.post<ChatResponse>('/api/chat', body)))
  expect(new Set(turns.map((turn) => JSON.stringify(turn))).size).toBe(1)
  const later = await player.post<ChatResponse>('/api/chat', body)
  expect(later).toEqual(turns[0])
  expect(await player.get<Conversation[]>('/api/conversations')).toHaveLength(1)
  const { messages } = await player.conversation(later.conversationId)
  expect(messages).toHaveLength(3)
})

it('an account has a limited number of personas, however many are created at once', async () => {
  const player = await app.signUp()
  const file = { personas: {} as Record<string, string>, persona_descriptions: {} }
  for (let index = 0; index < personaLimits.perAccount - 2; index++) file.personas[`${index}.png`] = `Persona ${index}`
  await player.post('/api/personas/import', { text: JSON.stringify(file) })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => player.request<ErrorBody>('POST', '/api/personas', { name: 'One more' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403, 403])
  expect(answers.find(({ status }) => status === 403)?.body.code).toBe('persona_limit')
  for (let index = 0; index <= personaLimits.perAccount; index++) file.personas[`${index}.png`] = 'x'.repeat(60)
  const tooMany = await player.request<ErrorBody>('POST', '/api/personas/import', { text: JSON.stringify(file) })
  expect([tooMany.status, tooMany.body.code]).toEqual([403, 'persona_limit'])
})
