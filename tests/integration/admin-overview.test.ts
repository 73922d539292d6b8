import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Overview } from '#shared/overview.ts'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const day = 86_400_000

const app = await createSharedApp({ env: { MODEL_BASE_URL: '', MODEL_NAME: '', LOCAL_MODELS: 'off' } })
const admin = await signUpAdmin(app, 'operator')

const read = () => admin.get<Overview>('/api/admin/overview')
const attention = async () => (await read()).attention.map(({ text }) => text)

describe('the overview', () => {
  it('says that no model is connected, until one is', async () => {
    expect(await attention()).toContain('No model is connected. A small demo program answers.')
    const connection = {
      name: 'Workstation',
      service: 'openai-compatible',
      baseUrl: app.upstream.baseUrl,
      model: 'mock-chat',
    }
    const { id } = await admin.post<{ id: string }>('/api/admin/models', { ...connection, premiumOnly: true })
    expect(await attention()).toContain(
      'Free accounts get the demo program: every model that is connected is for Premium only.',
    )
    await admin.put(`/api/admin/models/${id}`, connection)
    expect((await attention()).join(' ')).not.toMatch(/demo/)
  })

  it('counts the replies and failures of each connection, and says what is wrong with one', async () => {
    const { id: characterId } = await createCharacter(admin)
    await admin.chat(characterId, 'Good evening.')
    await waitForReplies(app)
    app.upstream.failure = 'unauthorized'
    expect((await admin.request('POST', '/api/chat', { characterId, message: 'Are you there?' })).status).toBe(500)
    await waitForReplies(app)
    app.upstream.failure = null
    const { models, attention } = await read()
    const { host } = new URL(app.upstream.baseUrl)
    const description = expect.stringMatching(new RegExp(`· mock-chat · ${host}$`))
    expect(models).toMatchObject([{ name: 'Workstation', description, state: 'failing', replies: 1, failures: 1 }])
    expect(attention[0]).toMatchObject({
      text: expect.stringMatching(/^Workstation fails\. The service needs a key/),
      isUrgent: true,
      to: '/admin/models',
    })
  })

  it('tells connections with the same name apart', async () => {
    const twin = {
      name: 'Workstation',
      service: 'openai-compatible',
      baseUrl: app.upstream.baseUrl,
      model: 'other-chat',
    }
    const { id } = await admin.post<{ id: string }>('/api/admin/models', twin)
    const { models, attention } = await read()
    expect(models.map(({ description }) => description)).toEqual([
      expect.stringContaining('mock-chat'),
      expect.stringContaining('other-chat'),
    ])
    expect(attention[0]?.text).toMatch(/^Workstation \(.* · mock-chat · .*\) fails\./)
    await admin.request('DELETE', `/api/admin/models/${id}`)
  })

  it('says which stored keys cannot be read, and not once they are entered again', async () => {
    const model = { name: 'Keyed', service: 'openai-compatible', baseUrl: app.upstream.baseUrl, model: 'mock-chat' }
    const images = { service: 'openai-compatible', baseUrl: app.upstream.baseUrl, model: null, size: 512 }
    const { id } = await admin.post<{ id: string }>('/api/admin/models', { ...model, apiKey: 'one-key' })
    await admin.put('/api/admin/images', { ...images, apiKey: 'one-key' })
    expect((await attention()).join()).not.toMatch(/cannot be read/)
    rmSync(path.join(app.context.env.dataDir, 'secret.key'))
    await app.restart()
    const unreadable = async () => (await attention()).filter((text) => text.includes('cannot be read'))
    expect(await unreadable()).toEqual([
      expect.stringMatching(/^The stored key of Keyed cannot be read: .* another SECRET_KEY.* Enter it again\.$/),
      expect.stringMatching(/^The stored key of the picture service \(.*\) cannot be read: .* Enter it again\.$/),
    ])
    await admin.put(`/api/admin/models/${id}`, { ...model, apiKey: 'one-key' })
    await admin.put('/api/admin/images', { ...images, apiKey: 'one-key' })
    expect(await unreadable()).toEqual([])
    await admin.request('DELETE', `/api/admin/models/${id}`)
  })

  it('counts people and conversations of the last 24 hours, accounts, subscriptions, flags and bytes', async () => {
    const before = await read()
    const premium = await app.signUp(undefined, { accountType: 'premium' })
    const { id } = await createCharacter(await app.signUp())
    await premium.chat(id, 'Hello.')
    const flagId = await raiseReport(app, premium, { type: 'character', id })
    const now = app.clock.now()
    const times = { checked_at: now, created_at: now, updated_at: now }
    const subscription = { provider: 'sandbox', provider_subscription_id: null, version: 0, ...times }
    await app.context.db
      .insertInto('subscriptions')
      .values([
        { id: 'one', user_id: premium.id, status: 'active', ...subscription },
        { id: 'two', user_id: admin.id, status: 'past_due', ...subscription },
      ])
      .execute()
    const after = await read()
    expect(after).toMatchObject({
      activeUsers: before.activeUsers + 2,
      newUsers: before.newUsers + 2,
      conversations: before.conversations + 1,
      accounts: { free: before.accounts.free + 1, premium: before.accounts.premium + 1, admin: 1 },
      subscriptions: { paid: 1, pastDue: 1 },
      flags: { undecided: 1, overdue: 0 },
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      changes: Array(5).fill(expect.stringMatching(/^\S[^\n`]{20,}\.$/)),
    })
    const today = (count: number) => [0, 0, 0, 0, 0, 0, count]
    const week = {
      people: today(2),
      conversations: today(after.conversations),
      accounts: today(after.newUsers),
      subscriptions: today(2),
      flags: today(1),
    }
    expect(after.week).toEqual(week)
    expect(after.storage.database).toBeGreaterThan(100_000)
    expect(after.storage.diskTotal).toBeGreaterThan(after.storage.diskFree)
    expect((await attention()).join(' ')).toMatch(/The payment of a subscription has failed.*Payments are in test mode/)

    app.clock.advance(6 * day)
    await admin.post('/api/auth/login', { username: 'operator', password: 'quiet-harbor' })
    expect((await read()).week).toEqual(
      Object.fromEntries(Object.entries(week).map(([figure, counts]) => [figure, counts.toReversed()])),
    )
    app.clock.advance(2 * day)
    await admin.post('/api/auth/login', { username: 'operator', password: 'quiet-harbor' })
    expect(await read()).toMatchObject({ activeUsers: 1, newUsers: 0, conversations: 0, flags: { overdue: 1 } })
    expect(await attention()).toContain('A flag is overdue.')
    await act(admin, flagId, { action: 'escalate' })
    expect(await attention()).toContain('A flag was escalated to the admins.')
  })
})
