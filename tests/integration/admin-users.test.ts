import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { issueCodeByName } from '#server/admin/users/change-user.ts'
import { setRoleByName } from '#server/admin/users/set-role.ts'
import type { RecoveryCodes, User } from '#shared/accounts.ts'
import type { ResponseOf } from '#shared/api.ts'
import type { AuditEntry } from '#shared/audit.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { AccountRole, AdminUser, AdminUserDetails } from '#shared/users.ts'

type AdminUsers = ResponseOf<'GET /api/admin/users'>
type IssuedRecoveryCode = ResponseOf<'POST /api/admin/users/:id/recovery-code'>

import { setAccountType } from '#tests/support/account-type.ts'
import { AlertSocket } from '#tests/support/alert-socket.ts'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const admin = await signUpAdmin(app, 'operator')

const list = async (query = '') => (await admin.get<AdminUsers>(`/api/admin/users${query}`)).users
const search = async (text: string) =>
  (await list(`?search=${encodeURIComponent(text)}`)).map(({ username }) => username)
const read = (id: string) => admin.get<AdminUserDetails>(`/api/admin/users/${id}`)
const put = (id: string, what: 'premium', granted: boolean) =>
  admin.request<AdminUserDetails & { code?: string }>('PUT', `/api/admin/users/${id}/${what}`, { granted })
const setRole = (id: string, role: AccountRole, by = admin, password = 'quiet-harbor') =>
  by.request<AdminUserDetails & { code?: string }>('PUT', `/api/admin/users/${id}/role`, { role, password })
const endSessions = (id: string) => admin.request('DELETE', `/api/admin/users/${id}/sessions`)
const history = async (id: string) =>
  (await admin.get<{ audits: AuditEntry[] }>(`/api/admin/audits?targetType=user&targetId=${id}`)).audits.map(
    ({ action, actor, facts }) => [action, actor?.id ?? null, facts],
  )

describe('the list of users', () => {
  it('finds users by parts of their username and display name, without accents and case', async () => {
    const renamed = await app.signUp('Quillon')
    await renamed.put('/api/auth/user/profile', { displayName: 'Zoë of the Harbour' })
    await app.signUp('quillfeather')
    expect(await search('QUILL')).toEqual(['quillfeather', 'Quillon'])
    expect(await search('zoe harb')).toEqual(['Quillon'])
    expect(await search('arbou')).toEqual(['Quillon'])
    expect(await search('zoe quillfeather')).toEqual([])
    await renamed.put('/api/auth/user/profile', { displayName: 'Nobody' })
    expect(await search('harbour')).toEqual([])
  })

  it('is the newest first, in pages', async () => {
    for (const name of ['paged one', 'paged two', 'paged three']) await app.signUp(name)
    const first = await admin.request<AdminUsers>('GET', '/api/admin/users?limit=2&search=paged')
    expect(first.body.users.map(({ username }) => username)).toEqual(['paged three', 'paged two'])
    const cursor = first.headers.get(nextCursorHeader) ?? ''
    expect((await list(`?limit=2&search=paged&cursor=${cursor}`)).map(({ username }) => username)).toEqual([
      'paged one',
    ])
    const all: AdminUser[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: { headers: Headers; body: AdminUsers } = await admin.request(
        'GET',
        `/api/admin/users?limit=2&cursor=${next}`,
      )
      all.push(...page.body.users)
      next = page.headers.get(nextCursorHeader)
    }
    const { count } = await app.context.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('is_system', '=', 0)
      .executeTakeFirstOrThrow()
    expect(new Set(all.map(({ id }) => id)).size).toBe(Number(count))
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .reverse(),
    )
  })

  it('is filtered by plan and state, and leaves the accounts of the server out', async () => {
    const [premium, pending, suspended] = [await app.signUp(), await app.signUp(), await app.signUp()]
    await setAccountType(app, premium, { accountType: 'premium' })
    await pending.post('/api/auth/deletion', { password: 'quiet-harbor' })
    const suspendedUntil = app.clock.now() + 60_000
    await app.change('users', { id: suspended.id }, { suspended_until: suspendedUntil })
    expect((await list('?plan=premium')).map(({ id }) => id)).toEqual([premium.id])
    expect((await list('?state=deletion')).map(({ id }) => id)).toEqual([pending.id])
    expect(await list('?state=suspended')).toMatchObject([{ id: suspended.id, suspendedUntil }])
    app.clock.advance(60_001)
    expect(await list('?state=suspended')).toEqual([])
    const system = await app.rows('users', { is_system: 1 }, 'id')
    expect(system.length).toBeGreaterThan(0)
    for (const { id } of system) expect((await admin.request('GET', `/api/admin/users/${id}`)).status).toBe(404)
    expect((await list('?limit=100')).filter(({ id }) => system.some((row) => row.id === id))).toEqual([])
  })

  it('shows what an account has, without the texts of its conversations', async () => {
    const player = await app.signUp('collector')
    const { id: characterId } = await createCharacter(player)
    await player.chat(characterId, 'A secret of mine.')
    const details = await read(player.id)
    expect(details).toMatchObject({
      user: { username: 'collector', accountType: 'free', premiumGranted: false, lastSeenAt: expect.any(Number) },
      characters: 1,
      conversations: 1,
      strikes: 0,
      subscription: null,
      sessions: [{ current: false }],
    })
    expect(JSON.stringify(details)).not.toMatch(/secret of mine|password|argon/i)
  })
})

describe('changes of an account', () => {
  it('Premium is given and taken back, and takes effect at once', async () => {
    const player = await app.signUp()
    const fields = { name: 'Wren', description: 'Sings.', contentRating: 'explicit' }
    const save = () => player.request('POST', '/api/characters', fields)
    expect((await save()).status).toBe(403)
    const changes = await player.stream('GET', '/api/events')
    await changes.take()
    expect((await put(player.id, 'premium', true)).body).toMatchObject({
      user: { accountType: 'premium', premiumGranted: true },
    })
    expect(await changes.take()).toMatchObject({ data: { site: true } })
    changes.disconnect()
    await player.post('/api/auth/adult-confirmation', { confirmed: true })
    expect((await save()).status).toBe(201)
    await put(player.id, 'premium', true)
    expect((await put(player.id, 'premium', false)).body.user.accountType).toBe('free')
    expect((await save()).status).toBe(403)
    expect(await history(player.id)).toEqual([
      ['revoke_premium', admin.id, { before: 'premium', after: 'free' }],
      ['grant_premium', admin.id, { before: 'free', after: 'premium' }],
    ])
  })

  it('Premium that is paid for stays when an admin takes back what was given', async () => {
    const player = await app.signUp()
    const now = app.clock.now()
    const subscription = {
      user_id: player.id,
      provider: 'sandbox',
      provider_subscription_id: 'sub_1',
      status: 'active',
    } as const
    const times = { checked_at: now, created_at: now, updated_at: now }
    await app.context.db
      .insertInto('subscriptions')
      .values({ id: 'paid', version: 0, ...subscription, ...times })
      .execute()
    await put(player.id, 'premium', true)
    expect((await put(player.id, 'premium', false)).body).toMatchObject({
      user: { accountType: 'premium', premiumGranted: false },
      subscription: 'active',
    })
    expect(await put(player.id, 'premium', false)).toMatchObject({ status: 409, body: { code: 'paid_premium' } })
    expect(await history(player.id)).toHaveLength(2)
  })

  it('an admin who loses the rights has the Premium that was given', async () => {
    const player = await app.signUp()
    await put(player.id, 'premium', true)
    await setRole(player.id, 'admin')
    expect((await put(player.id, 'premium', true)).body.user.accountType).toBe('admin')
    expect((await setRole(player.id, 'none')).body.user.accountType).toBe('premium')
  })

  it('all sessions end, and the log says how many', async () => {
    const player = await app.signUp('travelling')
    const second = app.visitor()
    await second.post('/api/auth/login', { username: 'travelling', password: 'quiet-harbor' })
    expect((await endSessions(player.id)).status).toBe(204)
    for (const client of [player, second]) expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
    expect((await read(player.id)).sessions).toEqual([])
    expect((await endSessions(player.id)).status).toBe(204)
    expect(await history(player.id)).toEqual([['end_sessions', admin.id, { sessions: 2 }]])
  })

  it('a recovery code of an admin sets a new password once, and ends the codes of the account', async () => {
    const player = await app.signUp('forgetful')
    const own = await player.post<RecoveryCodes>('/api/auth/recovery-codes', { password: 'quiet-harbor' })
    const { code } = await admin.post<IssuedRecoveryCode>(`/api/admin/users/${player.id}/recovery-code`)
    const recover = async (code: string) =>
      (
        await app
          .visitor()
          .request('POST', '/api/auth/recover', { username: 'forgetful', code, newPassword: 'found again' })
      ).status
    expect([await recover(own.codes[0] ?? ''), await recover(code), await recover(code)]).toEqual([401, 200, 401])
    expect(await history(player.id)).toEqual([['issue_recovery_code', admin.id, {}]])
    const fromCommand = (await issueCodeByName(app.context, 'Forgetful')) ?? ''
    expect([await recover(fromCommand), await issueCodeByName(app.context, 'nobody')]).toEqual([200, null])
  })

  it('admin rights are granted and revoked: the sessions end and the dashboard closes', async () => {
    const name = 'promoted'
    const player = await app.signUp(name)
    expect((await setRole(player.id, 'admin')).body.user.accountType).toBe('admin')
    expect((await player.request('GET', '/api/auth/me')).status).toBe(401)
    await player.post('/api/auth/login', { username: name, password: 'quiet-harbor' })
    const { adminToken } = await player.post<{ adminToken: string }>('/api/admin/websocket-token')
    const socket = new AlertSocket(app)
    await once(socket.socket, 'open')
    socket.send({ type: 'auth', adminToken })
    expect((await socket.take()).type).toBe('auth_success')
    await setRole(player.id, 'none')
    expect(await socket.closed).toBe(4003)
    expect((await player.request('GET', '/api/admin/users')).status).toBe(401)
    expect((await history(player.id)).map(([action, actor]) => [action, actor])).toEqual([
      ['revoke_admin', admin.id],
      ['grant_admin', admin.id],
    ])
  })
})

describe('a moderator', () => {
  it('is made with the admin’s own password, decides flags, and sees nothing of what admins do', async () => {
    const moderator = await app.signUp('Maren')
    expect(await setRole(moderator.id, 'moderator', admin, 'a guess')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    })
    expect((await setRole(moderator.id, 'moderator')).body.user).toMatchObject({
      accountType: 'free',
      isModerator: true,
    })
    expect(await list('?state=moderator')).toMatchObject([{ id: moderator.id }])
    expect((await moderator.request('GET', '/api/auth/me')).status, 'logged out').toBe(401)
    await moderator.post('/api/auth/login', { username: 'Maren', password: 'quiet-harbor' })
    const [author, reader] = [await app.signUp(), await app.signUp()]
    const { id } = await createCharacter(author)
    const flag = await raiseReport(app, reader, { type: 'character', id })
    expect((await act(moderator, flag, { action: 'approve' })).status).toBe(200)
    const { user, sessions } = await moderator.get<AdminUserDetails>(`/api/admin/users/${author.id}`)
    expect([user.id, sessions]).toEqual([author.id, []])
    const { audits } = await moderator.get<{ audits: AuditEntry[] }>('/api/admin/audits')
    expect(new Set(audits.map(({ action }) => action))).toEqual(new Set(['approve']))
    expect((await setRole(moderator.id, 'none')).body.user.isModerator).toBe(false)
    const changes = await admin.get<{ audits: AuditEntry[] }>(`/api/admin/audits?targetId=${moderator.id}`)
    expect(changes.audits.map(({ details }) => details)).toEqual(['No longer a moderator.', 'Made a moderator.'])
  })

  it('leaves to admins what was escalated, and what is about an admin or a moderator', async () => {
    const [moderator, reader] = [await app.signUp('Oda'), await app.signUp()]
    await setRole(moderator.id, 'moderator')
    await moderator.post('/api/auth/login', { username: 'Oda', password: 'quiet-harbor' })
    const needsAdmin = { status: 403, body: { code: 'needs_admin' } }
    const about = async (author: Client) =>
      raiseReport(app, reader, { type: 'character', id: (await createCharacter(author)).id })
    const flag = await about(await app.signUp())
    expect((await act(moderator, flag, { action: 'escalate' })).status).toBe(200)
    expect(await act(moderator, flag, { action: 'dismiss' })).toMatchObject(needsAdmin)
    expect((await act(admin, flag, { action: 'dismiss' })).status).toBe(200)
    const ofAdmin = await about(admin)
    expect(await act(moderator, ofAdmin, { action: 'approve', suspendDays: 7 })).toMatchObject(needsAdmin)
    expect((await act(moderator, ofAdmin, { action: 'escalate' })).status).toBe(200)
    const suspension = { category: 'spam', days: 3 }
    const suspend = (id: string) => moderator.request('POST', `/api/admin/users/${id}/suspension`, suspension)
    expect(await suspend(admin.id)).toMatchObject(needsAdmin)
    expect((await suspend(reader.id)).status).toBe(200)
    await setRole(moderator.id, 'none')
  })
})

describe('the last admin', () => {
  /** On SQLite, one process makes all changes. */
  const rounds = process.env.TEST_DB === 'postgres' ? 4 : 2
  it('keeps the rights, also when another admin revokes them', async () => {
    const pending = await signUpAdmin(app, 'pending deletion')
    await pending.post('/api/auth/deletion', { password: 'quiet-harbor' })
    expect(await setRole(admin.id, 'none')).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    await expect(setRoleByName(app.context, 'operator', 'none')).rejects.toThrow('the last admin')
    expect((await admin.request('GET', '/api/admin/users')).status).toBe(200)
    await app.context.db.deleteFrom('users').where('id', '=', pending.id).execute()
  })

  it('cannot delete their own account, and keeps their subscription', async () => {
    const refused = await admin.request<ErrorBody>('POST', '/api/auth/deletion', { password: 'quiet-harbor' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect(refused.body.error).toMatch(/Make somebody else an admin first .*then delete your account/)
    expect((await admin.get<{ user: User }>('/api/auth/me')).user.deletionScheduledAt).toBeNull()
    const other = await signUpAdmin(app)
    expect((await other.request('POST', '/api/auth/deletion', { password: 'quiet-harbor' })).status).toBe(200)
    await app.context.db.deleteFrom('users').where('id', '=', other.id).execute()
  })

  const suspend = (actor: Client, { id }: Client) =>
    actor.request('POST', `/api/admin/users/${id}/suspension`, { category: 'spam', days: 3, notes: 'Spam.' })
  const revoke = (actor: Client, { id }: Client) => setRole(id, 'none', actor)
  const leave = (actor: Client) => actor.request('POST', '/api/auth/deletion', { password: 'quiet-harbor' })

  it.each([
    ['suspend each other', (one: Client, two: Client) => [suspend(one, two), suspend(two, one)]],
    ['delete their accounts', (one: Client, two: Client) => [leave(one), leave(two)]],
    ['delete an account and suspend its owner', (one: Client, two: Client) => [leave(one), suspend(one, two)]],
    ['revoke each other’s rights', (one: Client, two: Client) => [revoke(one, two), revoke(two, one)]],
  ])('is one of two who %s at once', async (_, act) => {
    const { clock } = app.context
    for (let round = 0; round < rounds; round += 1) {
      const [one, two] = [await signUpAdmin(app), await signUpAdmin(app)]
      await app.change('users', { id: admin.id }, { account_type: 'free' })
      const statuses = (await Promise.all(act(one, two))).map(({ status }) => status)
      const admins = await app.rows('users', { account_type: 'admin' })
      const able = admins.filter(
        (row) => row.deletion_requested_at === null && (row.suspended_until ?? 0) <= clock.now(),
      )
      expect(able, JSON.stringify(statuses)).toHaveLength(1)
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      await app.change('users', { account_type: 'admin' }, { account_type: 'free' })
      await setAccountType(app, admin, { accountType: 'admin' })
    }
  })
})
