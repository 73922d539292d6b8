import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createAccountData } from '#server/account-data.ts'
import { purgeDeletedAccounts } from '#server/accounts/settings/purge-deleted-accounts.ts'
import { indexMessages } from '#server/chat/indexing/index-messages.ts'
import { toToken } from '#server/db/search-tokens.ts'
import { purgeRecords } from '#server/moderation/retention/purge-records.ts'
import { accountLimits, type User } from '#shared/accounts.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { recordRoutes } from '#tests/support/record-routes.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { unknownId } from './authorization-fixtures.ts'
import { table } from './authorization-table.ts'

const password = 'quiet-harbor'
const hour = 60 * 60_000
const served = recordRoutes()
const onPostgres = process.env.TEST_DB === 'postgres'

const database = await createTestDatabase()
const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '10000' }, database })

const nameOf = (client: Client) => client.user?.username ?? ''
const requestDeletion = (client: Client) =>
  client.request<{ deletionScheduledAt: number } & ErrorBody>('POST', '/api/auth/deletion', { password })
const logIn = (client: Client) =>
  client.request<{ user: User } & ErrorBody>('POST', '/api/auth/login', { username: nameOf(client), password })
const gallery = async (viewer: Client) =>
  (await viewer.get<CharacterSummary[]>('/api/characters/public?sort=new')).map(({ name }) => name)
const startConversation = async (client: Client, characterId: string) => {
  const turn = await client.chat(characterId, 'Who goes there?')
  await waitForReplies(app)
  return turn.conversationId
}
const purge = () => purgeDeletedAccounts(app.context, createAccountData(app.billing))
const advancePastWindow = () => app.clock.advance(accountLimits.deletionWindow)

describe('requesting account deletion', () => {
  it('ends every session and returns the time until which it can be undone', async () => {
    const client = await app.signUp()
    const otherSession = app.visitor()
    await otherSession.post('/api/auth/login', { username: nameOf(client), password })
    const before = app.clock.now()
    const { status, headers, body } = await requestDeletion(client)
    expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(/^sid=;/)])
    expect(body.deletionScheduledAt).toBeGreaterThanOrEqual(before + accountLimits.deletionWindow)
    expect((await otherSession.request('GET', '/api/auth/me')).status).toBe(401)
    const back = await logIn(client)
    expect([back.status, back.body.user]).toEqual([200, { ...client.user, isNewcomer: false, ...body }])
  })

  it('hides the public characters at once, and restoring the account shows them again', async () => {
    const [author, player] = [await app.signUp(), await app.signUp()]
    const open = await createCharacter(author, { name: 'Open' })
    await createCharacter(author, { name: 'Closed', isPublic: false })
    const conversationId = await startConversation(player, open.id)
    const listed = async () => (await player.get<Conversation[]>('/api/conversations'))[0]
    expect([await gallery(player), (await listed())?.characterAvailable]).toEqual([
      expect.arrayContaining(['Open']),
      true,
    ])
    await requestDeletion(author)
    expect(await gallery(player)).not.toContain('Open')
    expect((await player.request('GET', `/api/characters/${open.id}`)).status).toBe(404)
    expect((await player.request('POST', '/api/chat', { characterId: open.id, message: 'Hello?' })).status).toBe(404)
    expect(await listed()).toMatchObject({ characterName: 'Open', characterAvailable: false })
    expect((await player.conversation(conversationId)).messages).toHaveLength(3)

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

  it('allows only restoring, reading the account, exporting its data and logging out', async () => {
    const client = await app.signUp()
    await requestDeletion(client)
    await logIn(client)
    const allowed = [
      'POST /api/auth/register',
      'POST /api/auth/login',
      'POST /api/auth/recover',
      'POST /api/auth/logout',
      'POST /api/auth/restore',
      'GET /api/auth/me',
      'GET /api/auth/data',
      'PUT /api/auth/dismissed-announcement',
    ]
    const target = {
      characterId: unknownId,
      conversationId: unknownId,
      messageId: unknownId,
    }
    let rejected = 0
    for (const { route, path: fixedPath, body, expect: statuses } of table) {
      const [method = '', pattern = ''] = route.split(' ')
      const [anonymous = ''] = (Object.values(statuses)[0] ?? '').split(' ')
      if (allowed.includes(route) || anonymous !== '401') continue
      const path = fixedPath ?? pattern.replace(/:\w+/g, unknownId)
      const answer = await client.request<ErrorBody>(method, path, body?.(target))
      expect([route, answer.status, JSON.stringify(answer.body)]).toEqual([
        route,
        403,
        expect.stringContaining('"code":"deletion_scheduled"'),
      ])
      rejected += 1
    }
    expect(rejected).toBeGreaterThan(20)
    expect(served).toEqual(expect.arrayContaining(allowed))
    expect((await client.request('GET', '/api/auth/data')).status).toBe(200)
    expect((await client.request('POST', '/api/auth/restore')).status).toBe(200)
    expect((await client.request('GET', '/api/characters')).status).toBe(200)
  })
})

describe('after the undo window', () => {
  it('the account cannot be used any more, before and after its purge', async () => {
    const client = await app.signUp()
    const { codes } = await client.post<{ codes: string[] }>('/api/auth/recovery-codes', { password })
    await requestDeletion(client)
    app.clock.advance(accountLimits.deletionWindow - hour)
    expect((await logIn(client)).status).toBe(200)
    await purge()
    expect(await tablesContaining(client.id)).not.toEqual([])
    app.clock.advance(hour)
    expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
    expect((await logIn(client)).body.code).toBe('invalid_credentials')
    const recovery = { username: nameOf(client), code: codes[0], newPassword: 'found again' }
    expect((await app.visitor().request<ErrorBody>('POST', '/api/auth/recover', recovery)).body.code).toBe(
      'invalid_recovery',
    )
    await purge()
    expect(await tablesContaining(client.id)).toEqual([])
    expect((await logIn(client)).body.code).toBe('invalid_credentials')
    // Nobody can be taken for the former owner.
    const username = nameOf(client).toUpperCase()
    const again = await app.visitor().request<ErrorBody>('POST', '/api/auth/register', { username, password })
    expect([again.status, again.body.code]).toEqual([409, 'username_taken'])
  })

  it('no data of the account is left except what other users’ conversations need', async () => {
    const [author, player, rater] = [await app.signUp(), await app.signUp(), await app.signUp()]
    const secret = 'Keeps a heron in the cellar.'
    const written = { personality: secret, definition: secret, greeting: secret, userRole: secret, description: secret }
    const used = await createCharacter(author, { name: 'Used', avatar: '/portraits/used.svg', ...written })
    const unused = await createCharacter(author, { name: 'Unused', ...written })
    const theirs = await createCharacter(player, { name: 'Theirs' })
    await player.put(`/api/characters/${used.id}/rating`, { stars: 5 })
    await author.put(`/api/characters/${theirs.id}/rating`, { stars: 1 })
    await rater.put(`/api/characters/${theirs.id}/rating`, { stars: 4 })
    const conversationId = await startConversation(player, used.id)
    await startConversation(author, unused.id)
    await startConversation(author, theirs.id)
    await author.post('/api/auth/recovery-codes', { password })

    await requestDeletion(author)
    advancePastWindow()
    expect(await purge()).toBe(1)
    await Promise.all([player, rater].map(logIn))

    expect(await tablesContaining(author.id)).toEqual([])
    const page = await player.conversation(conversationId)
    expect(page.messages).toHaveLength(3)
    expect(page.conversation).toMatchObject({
      characterName: 'Used',
      characterAvatar: '/portraits/used.svg',
      characterAvailable: false,
    })
    // The player's conversation keeps the character's messages; the character's definition is deleted.
    const left = await app.rows('characters', { id: used.id })
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`${secret}|used`, 'i'))
    expect(await app.rows('characters', { id: unused.id })).toEqual([])
    expect((await player.request('POST', '/api/chat', { characterId: used.id, message: 'Hello?' })).status).toBe(404)
    expect(await gallery(player)).not.toContain('Used')
    expect((await player.get<CharacterSummary>(`/api/characters/${theirs.id}`)).rating).toBe(4)
  })

  it('a conversation of 2,500 messages is deleted', async () => {
    const client = await app.signUp()
    const { id } = await createCharacter(client)
    const conversationId = await startConversation(client, id)
    await fillConversation(app.context, conversationId, 2_500)
    await requestDeletion(client)
    advancePastWindow()
    expect(await purge()).toBe(1)
    expect(await tablesContaining(client.id)).toEqual([])
    expect(await app.rows('messages', { conversation_id: conversationId }, 'id')).toEqual([])
  })

  it('its names, and the notes that it sent to moderators, leave the flags', async () => {
    const [author, reader, admin] = [await app.signUp('Hester Vane'), await app.signUp(), await signUpAdmin(app)]
    const character = await createCharacter(author, { name: 'Peregrine' })
    const other = await createCharacter(reader)
    const flag = await raiseReport(app, reader, { type: 'character', id: character.id }, { note: 'Their note.' })
    await raiseReport(app, author, { type: 'character', id: other.id }, { note: 'My note.' })
    await act(admin, flag, { action: 'approve', reason: 'Hester Vane wrote it.' })
    await author.post('/api/appeals', { flagId: flag, text: 'My appeal.' })
    await author.post('/api/safety/reviews', { rule: 'minors', note: 'My review.' })
    await author.post('/api/safety/reviews', { rule: 'hate', note: 'My other review.' })
    type Download = { appeals: { text: string }[]; decisions: { reason: string }[] }
    const { appeals, decisions } = await downloadAccountData<Download>(author)
    expect(decisions).toMatchObject([{ reason: 'Hester Vane wrote it.' }])
    expect(appeals.map(({ text }) => text)).toEqual(['My appeal.', 'My review.', 'My other review.'])

    const allFlags = async () => {
      const [flags, evidence] = await Promise.all([app.rows('flags'), app.rows('flag_evidence', {}, 'content')])
      return { flags: JSON.stringify(flags), evidence: JSON.stringify(evidence) }
    }
    const { flags: before } = await allFlags()
    for (const text of ['Hester Vane', 'Peregrine', 'My note', 'My appeal', 'My review']) expect(before).toContain(text)
    await requestDeletion(author)
    advancePastWindow()
    await purge()
    const left = await allFlags()
    expect(left.flags).not.toMatch(/Hester Vane|Peregrine|My /)
    expect(left.evidence).not.toMatch(/My /)
    expect(left.flags).toContain('Their note.')
  })

  it.skipIf(onPostgres)('no text of the account is left in the database file and its log', async () => {
    const words = Array.from({ length: 40 }, (_, index) => `qu${index}zzy${(index * 7919).toString(36)}k`)
    const text = words.join(' ')
    const isInFiles = () => {
      const { DATA_DIR } = database.env
      const names = readdirSync(DATA_DIR).filter((name) => name.startsWith('troupe.db'))
      const bytes = Buffer.concat(names.map((name) => readFileSync(path.join(DATA_DIR, name))))
      // The index of messages has the ends of words that begin alike, and the other ones their letters as numbers.
      return words.some((word) => bytes.includes(word.slice(2)) || bytes.includes(toToken(word.slice(4, 7))))
    }
    const [author, admin] = [await app.signUp(), await signUpAdmin(app)]
    const character = await createCharacter(author, {
      name: 'Rue',
      description: text,
      definition: text,
      greeting: text,
    })
    await author.post('/api/personas', { name: 'Wren', description: text })
    for (let sent = 0; sent < 20; sent += 1) {
      await author.chat(character.id, text)
      await waitForReplies(app)
    }
    const removed = await app.row('messages', { content: text, role: 'character' }, 'id')
    const flag = await raiseReport(app, author, { type: 'message', id: removed.id }, { category: 'spam' })
    expect((await act(admin, flag, { action: 'approve' })).status).toBe(200)
    await indexMessages(app.context)
    expect(isInFiles()).toBe(true)

    await requestDeletion(author)
    app.clock.advance(accountLimits.deletionWindow + app.context.env.evidenceDays * 24 * hour + hour)
    await purge()
    await purgeRecords(app.context)
    await app.context.eraseDeleted()
    await expect.poll(isInFiles).toBe(false)
  })

  it('two concurrent purges of two accounts delete both', async () => {
    const player = await app.signUp()
    const authors = [await app.signUp(), await app.signUp()]
    for (const author of authors) await startConversation(player, (await createCharacter(author)).id)
    await Promise.all(authors.map(requestDeletion))
    advancePastWindow()
    await Promise.all([purge(), purge()])
    await purge()
    for (const author of authors) expect(await tablesContaining(author.id)).toEqual([])
    await logIn(player)
    expect(await player.get<Conversation[]>('/api/conversations')).toHaveLength(2)
  })

  it('a failing purge of one account is logged, retried, and does not block other accounts', async () => {
    const [failing, other] = [await app.signUp(), await app.signUp()]
    await Promise.all([failing, other].map(requestDeletion))
    advancePastWindow()
    const failingSource = {
      name: 'failing',
      async *export() {},
      async erase(_: unknown, userId: string) {
        if (userId === failing.id) throw new Error('disk error')
      },
    }
    expect(await purgeDeletedAccounts(app.context, [failingSource, ...createAccountData(app.billing)])).toBe(1)
    expect(app.logged()).toContain('disk error')
    expect([await tablesContaining(other.id), (await tablesContaining(failing.id)).length > 0]).toEqual([[], true])
    expect(await purge()).toBe(1)
    expect(await tablesContaining(failing.id)).toEqual([])
  })
})

/** The tables with a row that contains this id, once per row. */
async function tablesContaining(id: string): Promise<string[]> {
  const { db, dialect } = app.context
  const tables = await db.introspection.getTables()
  const found = await Promise.all(
    tables
      // The tables of FTS5 hold no ids.
      .filter(({ name }) => !name.includes('_search_index'))
      .map(async ({ name }) => {
        const row = dialect === 'sqlite' ? sql`*` : sql`t::text as row`
        const { rows } = await sql`select ${row} from ${sql.table(name)} as t`.execute(db)
        return rows.filter((each) => JSON.stringify(each).includes(id)).map(() => name)
      }),
  )
  return found.flat()
}
