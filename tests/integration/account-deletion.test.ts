import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountData } from '#server/account-data.ts'
import { purgeDeletedAccounts } from '#server/accounts/settings/purge-deleted-accounts.ts'
import { accountLimits, type User } from '#shared/accounts.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import type { Conversation, ConversationPage } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { recordRoutes } from '#tests/support/record-routes.ts'
import { type Client, createCharacter, createTestApp, type TestApp, waitForReplies } from '#tests/support/test-app.ts'
import { table } from './authorization-table.ts'
import { unknownId } from './authorization-world.ts'

const password = 'stage-door'
const hour = 60 * 60_000
const served = recordRoutes()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ env: { FREE_DAILY_MESSAGES: '10000' } })
})
afterAll(() => app.close())

const nameOf = (client: Client) => client.user?.username ?? ''
const ask = (client: Client) =>
  client.request<{ deletionScheduledAt: number } & ErrorBody>('POST', '/api/auth/deletion', { password })
const logIn = (client: Client) =>
  client.request<{ user: User } & ErrorBody>('POST', '/api/auth/login', { username: nameOf(client), password })
const gallery = async (viewer: Client) =>
  (await viewer.get<CharacterSummary[]>('/api/characters/public?sort=new')).map(({ name }) => name)
const talk = async (client: Client, characterId: string) => {
  const said = await client.post<{ conversationId: string }>('/api/chat', { characterId, message: 'Who goes there?' })
  await waitForReplies(app)
  return said.conversationId
}
const sweep = () => purgeDeletedAccounts(app.context, accountData)
const letTheWindowPass = () => app.clock.advance(accountLimits.deletionWindow)

describe('asking for one’s account to be deleted', () => {
  it('wants the password', async () => {
    const client = await app.signUp()
    const { status, body } = await client.request<ErrorBody>('POST', '/api/auth/deletion', { password: 'a guess' })
    expect([status, body.code]).toEqual([403, 'wrong_password'])
    expect((await client.get<{ user: User }>('/api/auth/me')).user.deletionScheduledAt).toBeNull()
  })

  it('signs out everywhere and says until when it can be undone', async () => {
    const client = await app.signUp()
    const elsewhere = app.visitor()
    await elsewhere.post('/api/auth/login', { username: nameOf(client), password })
    const before = app.clock.now()
    const { status, headers, body } = await ask(client)
    expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(/^sid=;/)])
    expect(body.deletionScheduledAt).toBeGreaterThanOrEqual(before + accountLimits.deletionWindow)
    expect((await elsewhere.request('GET', '/api/auth/me')).status).toBe(401)
    const back = await logIn(client)
    expect([back.status, back.body.user]).toEqual([200, { ...client.user, ...body }])
  })

  it('takes the public characters off the stage at once, and brings them back as they were', async () => {
    const [author, player] = [await app.signUp(), await app.signUp()]
    const open = await createCharacter(author, { name: 'Open' })
    await createCharacter(author, { name: 'Closed', isPublic: false })
    const conversationId = await talk(player, open.id)
    const listed = async () => (await player.get<Conversation[]>('/api/conversations'))[0]
    expect([await gallery(player), (await listed())?.characterAvailable]).toEqual([
      expect.arrayContaining(['Open']),
      true,
    ])
    await ask(author)
    expect(await gallery(player)).not.toContain('Open')
    expect((await player.request('GET', `/api/characters/${open.id}`)).status).toBe(404)
    expect((await player.request('POST', '/api/chat', { characterId: open.id, message: 'Hello?' })).status).toBe(404)
    expect(await listed()).toMatchObject({ characterName: 'Open', characterAvailable: false })
    expect((await player.get<ConversationPage>(`/api/conversations/${conversationId}`)).messages).toHaveLength(3)

    await logIn(author)
    const { user } = await author.post<{ user: User }>('/api/auth/restore')
    expect(user).toEqual(author.user)
    expect(await gallery(player)).toContain('Open')
    const own = await author.get<CharacterSummary[]>('/api/characters')
    expect(own.map(({ name, isPublic }) => [name, isPublic])).toEqual([
      ['Closed', false],
      ['Open', true],
    ])
    expect((await listed())?.characterAvailable).toBe(true)
  })

  it('leaves open nothing but restoring, looking, taking the data along and logging out', async () => {
    const client = await app.signUp()
    await ask(client)
    await logIn(client)
    const open = [
      'POST /api/auth/register',
      'POST /api/auth/login',
      'POST /api/auth/recover',
      'POST /api/auth/logout',
      'POST /api/auth/restore',
      'GET /api/auth/me',
      'GET /api/auth/data',
    ]
    const target = {
      characterId: unknownId,
      conversationId: unknownId,
      messageId: unknownId,
      clientMessageId: unknownId,
    }
    let refused = 0
    for (const { route, address, body, expect: told } of table) {
      const [method = '', pattern = ''] = route.split(' ')
      const [anonymous = ''] = (Object.values(told)[0] ?? '').split(' ')
      if (open.includes(route) || anonymous !== '401') continue
      const path = address ?? pattern.replace(/:\w+/g, unknownId)
      const answer = await client.request<ErrorBody>(method, path, body?.(target))
      expect([route, answer.status, answer.body.code]).toEqual([route, 403, 'deletion_scheduled'])
      refused += 1
    }
    expect(refused).toBeGreaterThan(20)
    expect(served).toEqual(expect.arrayContaining(open))
    expect((await client.request('GET', '/api/auth/data')).status).toBe(200)
    expect((await client.request('POST', '/api/auth/restore')).status).toBe(200)
    expect((await client.request('GET', '/api/characters')).status).toBe(200)
  })
})

describe('when the time to undo it is over', () => {
  it('nobody can log in to the account any more, swept or not', async () => {
    const client = await app.signUp()
    const { codes } = await client.post<{ codes: string[] }>('/api/auth/recovery-codes', { password })
    await ask(client)
    app.clock.advance(accountLimits.deletionWindow - hour)
    expect((await logIn(client)).status).toBe(200)
    await sweep()
    expect(await rowsNaming(client.id)).not.toEqual([])
    app.clock.advance(hour)
    expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
    expect((await logIn(client)).body.code).toBe('invalid_credentials')
    const recovery = { username: nameOf(client), code: codes[0], newPassword: 'found again' }
    expect((await app.visitor().request<ErrorBody>('POST', '/api/auth/recover', recovery)).body.code).toBe(
      'invalid_recovery',
    )
    await sweep()
    expect(await rowsNaming(client.id)).toEqual([])
    expect((await logIn(client)).body.code).toBe('invalid_credentials')
    expect(
      (await app.visitor().request('POST', '/api/auth/register', { username: nameOf(client), password })).status,
    ).toBe(200)
  })

  it('nothing of it is left in any table but what others’ conversations need', async () => {
    const [author, player, bystander] = [await app.signUp(), await app.signUp(), await app.signUp()]
    const secret = 'Keeps a heron in the cellar.'
    const written = { personality: secret, definition: secret, greeting: secret, userRole: secret, description: secret }
    const loved = await createCharacter(author, { name: 'Loved', avatar: '/portraits/loved.svg', ...written })
    const alone = await createCharacter(author, { name: 'Alone', ...written })
    const theirs = await createCharacter(player, { name: 'Theirs' })
    await player.put(`/api/characters/${loved.id}/rating`, { stars: 5 })
    await author.put(`/api/characters/${theirs.id}/rating`, { stars: 1 })
    await bystander.put(`/api/characters/${theirs.id}/rating`, { stars: 4 })
    const kept = await talk(player, loved.id)
    await talk(author, alone.id)
    await talk(author, theirs.id)
    await author.post('/api/auth/recovery-codes', { password })

    await ask(author)
    letTheWindowPass()
    expect(await sweep()).toBe(1)
    await Promise.all([player, bystander].map(logIn))

    expect(await rowsNaming(author.id)).toEqual([])
    const page = await player.get<ConversationPage>(`/api/conversations/${kept}`)
    expect(page.messages).toHaveLength(3)
    expect(page.conversation).toMatchObject({
      characterName: 'Loved',
      characterAvatar: '/portraits/loved.svg',
      characterAvailable: false,
    })
    // What the character once said to the player belongs to their conversation; what it was written from is gone.
    const left = await app.context.db.selectFrom('characters').selectAll().where('id', '=', loved.id).execute()
    expect(JSON.stringify(left)).not.toContain(secret)
    expect(await app.context.db.selectFrom('characters').selectAll().where('id', '=', alone.id).execute()).toEqual([])
    expect((await player.request('POST', '/api/chat', { characterId: loved.id, message: 'Hello?' })).status).toBe(404)
    expect(await gallery(player)).not.toContain('Loved')
    expect((await player.get<CharacterSummary>(`/api/characters/${theirs.id}`)).rating).toBe(4)
  })

  it('a conversation of ten thousand lines goes too', async () => {
    const client = await app.signUp()
    const { id } = await createCharacter(client)
    const conversationId = await talk(client, id)
    await fillConversation(app.context, conversationId, 10_000)
    await ask(client)
    letTheWindowPass()
    expect(await sweep()).toBe(1)
    expect(await rowsNaming(client.id)).toEqual([])
    const { db } = app.context
    expect(
      await db.selectFrom('messages').select('id').where('conversation_id', '=', conversationId).execute(),
    ).toEqual([])
  })

  it('two who leave a character behind, and two sweeps at once, do no harm', async () => {
    const player = await app.signUp()
    const authors = [await app.signUp(), await app.signUp()]
    for (const author of authors) await talk(player, (await createCharacter(author)).id)
    await Promise.all(authors.map(ask))
    letTheWindowPass()
    await Promise.all([sweep(), sweep()])
    await sweep()
    for (const author of authors) expect(await rowsNaming(author.id)).toEqual([])
    await logIn(player)
    expect(await player.get<Conversation[]>('/api/conversations')).toHaveLength(2)
  })

  it('what one account fails on stays, is logged, and stands in nobody’s way', async () => {
    const [stuck, free] = [await app.signUp(), await app.signUp()]
    await Promise.all([stuck, free].map(ask))
    letTheWindowPass()
    const failing = {
      name: 'failing',
      async *read() {},
      async remove(_: unknown, userId: string) {
        if (userId === stuck.id) throw new Error('the cellar is flooded')
      },
    }
    expect(await purgeDeletedAccounts(app.context, [failing, ...accountData])).toBe(1)
    expect(app.logged()).toContain('the cellar is flooded')
    expect([await rowsNaming(free.id), (await rowsNaming(stuck.id)).length > 0]).toEqual([[], true])
    expect(await sweep()).toBe(1)
    expect(await rowsNaming(stuck.id)).toEqual([])
  })

  it('is found again after a restart', async () => {
    const client = await app.signUp()
    await ask(client)
    letTheWindowPass()
    await app.restart()
    await expect.poll(() => rowsNaming(client.id)).toEqual([])
  })
})

/** Every row of every table that has this id anywhere in it. */
async function rowsNaming(id: string): Promise<string[]> {
  const { db, dialect } = app.context
  const tables = await db.introspection.getTables()
  const found = await Promise.all(
    tables
      .filter(({ name }) => !name.startsWith('character_search'))
      .map(async ({ name }) => {
        const row = dialect === 'sqlite' ? sql`*` : sql`t::text as row`
        const { rows } = await sql`select ${row} from ${sql.table(name)} as t`.execute(db)
        return rows.filter((each) => JSON.stringify(each).includes(id)).map(() => name)
      }),
  )
  return found.flat()
}
