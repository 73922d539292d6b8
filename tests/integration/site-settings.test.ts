import { describe, expect, test } from 'vitest'
import type { User } from '#shared/accounts.ts'
import type { AuditEntry } from '#shared/audit.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { SettingsState } from '#shared/settings.ts'
import type { Site } from '#shared/site.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const env = { SITE_NAME: 'Fixed Name', ADMIN_USERNAME: 'first', ADMIN_PASSWORD: 'quiet-harbor' }
const app = await createSharedApp({ env })
const admin = await app.signUp('operating', { accountType: 'admin' })
const player = await app.signUp('player')

const put = (body: object) => admin.request<SettingsState & ErrorBody>('PUT', '/api/admin/settings', body)
const readSite = () => app.visitor().get<Site>('/api/site')
const register = (username: string, invitation?: string) =>
  app.visitor().request<ErrorBody>('POST', '/api/auth/register', { username, password: 'quiet-harbor', invitation })
const codeOf = async (username: string, invitation?: string) => (await register(username, invitation)).body.code

async function lastEntries(count: number) {
  const { audits } = await admin.get<{ audits: AuditEntry[] }>(`/api/admin/audits?targetType=site&limit=${count}`)
  return audits.map(({ details }) => details)
}

describe('settings', () => {
  test('a change is in effect at once, and an entry of the audit log with the values before and after', async () => {
    const { body } = await put({ freeDailyMessages: 1, maxContentRating: 'mature', memory: true })
    expect(body.settings).toMatchObject({ freeDailyMessages: 1, maxContentRating: 'mature' })
    expect(await lastEntries(2)).toEqual([
      'Changed a setting of this site; explicit → mature.',
      'Changed a setting of this site; 50 → 1.',
    ])
    const { user } = await player.get<{ user: User }>('/api/auth/me')
    expect(user.maxContentRating).toBe('mature')
    const characterId = (await createCharacter(admin)).id
    const send = () => player.request('POST', '/api/chat', { characterId, message: 'Hello.' })
    expect([(await send()).status, (await send()).status]).toEqual([200, 429])
    await put({ freeDailyMessages: 50, maxContentRating: 'explicit' })
  })

  test('the environment decides where a variable is set', async () => {
    expect(await readSite()).toMatchObject({ name: 'Fixed Name' })
    expect(await admin.get('/api/admin/settings')).toMatchObject({ fixed: ['siteName'], hasClassifier: false })
    const { status, body } = await put({ siteName: 'Another name' })
    expect([status, body.fields?.siteName]).toEqual([400, 'This is set by SITE_NAME in the environment of the server.'])
  })

  test.each([
    { siteName: ' \u200b' },
    { siteName: 'x'.repeat(41) },
    { welcomeText: 'x'.repeat(401) },
    { registration: 'friends' },
    { freeDailyMessages: -1 },
    { freeDailyMessages: 1.5 },
    { maxContentRating: 'none' },
    { memory: 'yes' },
  ])('what is no value is refused: %j', async (body) => {
    const before = await admin.get('/api/admin/settings')
    expect((await put(body)).status).toBe(400)
    expect(await admin.get('/api/admin/settings')).toEqual(before)
  })

  test('without memory, no conversation has one', async () => {
    const character = await createCharacter(admin)
    const { conversation } = await player.post<{ conversation: { id: string } }>('/api/conversations', {
      characterId: character.id,
    })
    const isEnabled = async () =>
      (await player.get<{ enabled: boolean }>(`/api/conversations/${conversation.id}/memory`)).enabled
    expect(await isEnabled()).toBe(true)
    await put({ memory: false })
    expect([await isEnabled(), (await readSite()).memory]).toEqual([false, false])
    await put({ memory: true })
  })
})

describe('sign-ups', () => {
  const create = async (body: object = {}) => {
    const request = { note: 'Book club', maxUses: 1, days: 7, ...body }
    const { invitations } = await admin.post<{ invitations: Invitation[] }>('/api/admin/invitations', request)
    return invitations[0] as Invitation
  }
  const read = async (id: string) => {
    const { invitations } = await admin.get<{ invitations: Invitation[] }>('/api/admin/invitations')
    return invitations.find((invitation) => invitation.id === id)
  }

  test('nobody can sign up while they are closed; accounts can log in', async () => {
    await put({ registration: 'closed' })
    expect(await codeOf('too late')).toBe('registration_closed')
    expect(await codeOf('too late', (await create()).token)).toBe('registration_closed')
    // The admin that the environment names exists already, or is created by a start that no setting stops.
    await app.context.db.deleteFrom('users').where('username', '=', 'first').execute()
    await app.restart()
    const login = { username: 'first', password: 'quiet-harbor' }
    expect((await app.visitor().request('POST', '/api/auth/login', login)).status).toBe(200)
  })

  test('by invitation: of those who come at once, as many as it allows; the admin sees who', async () => {
    await put({ registration: 'invitation' })
    expect([await codeOf('uninvited'), await codeOf('uninvited', 'x')]).toEqual([
      'invitation_required',
      'invitation_ended',
    ])
    const { id, token } = await create({ maxUses: 2 })
    expect(await codeOf('player', token), 'a username that is taken uses nothing').toBe('username_taken')
    const names = ['guest-1', 'guest-2', 'guest-3', 'guest-4', 'guest-5']
    const statuses = await Promise.all(names.map(async (name) => (await register(name, token)).status))
    expect(statuses.toSorted()).toEqual([200, 200, 403, 403, 403])
    const used = await read(id)
    expect(used).toMatchObject({ uses: 2, state: 'used' })
    expect(used?.users.map(({ name }) => name).toSorted()).toEqual(names.filter((_, index) => statuses[index] === 200))
    expect(await codeOf('guest-6', token)).toBe('invitation_ended')
  })

  test('an invitation that was revoked or is over is refused', async () => {
    const revoked = await create()
    await admin.request('DELETE', `/api/admin/invitations/${revoked.id}`)
    expect(await codeOf('revoked', revoked.token)).toBe('invitation_ended')
    expect(await lastEntries(2)).toEqual(['Revoked an invitation.', 'Created an invitation.'])
    const { id, token } = await create({ days: 1 })
    await app.change('invitations', { id }, { expires_at: app.clock.now() })
    expect([await codeOf('late', token), (await read(id))?.state]).toEqual(['invitation_ended', 'expired'])
    expect((await admin.request('POST', '/api/admin/invitations', { note: '', maxUses: 0, days: 1 })).status).toBe(400)
  })

  test('while everybody may sign up, an invitation is counted but not needed', async () => {
    await put({ registration: 'open' })
    const { id, token } = await create()
    expect([(await register('welcome', token)).status, (await register('also', token)).status]).toEqual([200, 200])
    expect(await read(id)).toMatchObject({ uses: 1, users: [{ name: 'welcome' }] })
  })
})

describe('announcements', () => {
  const announce = (announcement: object | null) => admin.request('PUT', '/api/admin/announcement', { announcement })
  const shown = async () => (await readSite()).announcement

  test('open tabs hear of one; who closed it has closed it on all devices, until its text changes', async () => {
    const stream = await player.stream('GET', '/api/events')
    await stream.take()
    await announce({ text: 'We move on Sunday.', from: null, until: null })
    expect(await stream.take()).toMatchObject({ event: 'changed', data: { site: true } })
    const id = (await shown())?.id ?? ''
    await player.request('PUT', '/api/auth/dismissed-announcement', { id })
    expect(await player.get('/api/auth/me')).toMatchObject({ user: { dismissedAnnouncement: id } })
    await announce({ text: 'We move on Sunday.', from: null, until: app.clock.now() + 60_000 })
    expect((await shown())?.id, 'another time, the same text').toBe(id)
    await announce({ text: 'We have moved.', from: null, until: null })
    expect((await shown())?.id).not.toBe(id)
    await announce(null)
    expect(await shown()).toBeNull()
    expect(await lastEntries(1)).toEqual(['Changed the announcement; We have moved. → –.'])
  })

  test('it is shown from its beginning to its end', async () => {
    const now = app.clock.now()
    await announce({ text: 'Maintenance', from: now + 60_000, until: now + 120_000 })
    const states: boolean[] = []
    for (let minutes = 0; minutes < 3; minutes += 1) {
      states.push((await shown()) !== null)
      app.clock.advance(60_000)
    }
    expect(states).toEqual([false, true, false])
    expect((await announce({ text: 'Maintenance', from: now, until: now })).status).toBe(400)
    expect((await announce({ text: ' ', from: null, until: null })).status).toBe(400)
  })
})
