import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ModelInfo } from '#shared/chat.ts'
import type { ModelConnection, ModelConnections } from '#shared/models.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, type TestApp } from '#tests/support/test-app.ts'
import { startTwoInstances, type TwoInstances } from '#tests/support/two-instances.ts'
import { startUpstream } from '#tests/support/upstream.ts'

const secretKey = 'the same secret key on both instances'

describe('two instances', () => {
  let instances: TwoInstances
  let first: TestApp
  let second: TestApp
  let admin: Client
  /** The same admin on the second instance. */
  let adminOnSecond: Client

  beforeAll(async () => {
    const noModel = { MODEL_BASE_URL: '', MODEL_NAME: '', LOCAL_MODELS: 'off', SECRET_KEY: secretKey }
    instances = await startTwoInstances('with only the database', noModel)
    ;({ first, second } = instances)
    admin = await first.signUp('operating')
    await setAccountType(first, admin, { accountType: 'admin' })
    adminOnSecond = second.visitor()
    adminOnSecond.cookie = admin.cookie
  })
  afterAll(() => instances?.close())

  const usesDemo = async () => (await adminOnSecond.get<ModelInfo>('/api/model')).builtIn

  test('both follow each change, and add up what a connection did', async () => {
    const upstream = await startUpstream({ firstTokenMs: 1, gapMs: 0, tokens: 8 })
    const fields = { name: 'Shared', service: 'openai-compatible', baseUrl: upstream.baseUrl, model: 'a' }
    const { id } = await admin.post<ModelConnection>('/api/admin/models', { ...fields, apiKey: 'a-key-of-both' })
    await expect.poll(usesDemo).toBe(false)

    const character = await createCharacter(admin)
    for (const client of [admin, adminOnSecond]) {
      await client.chat(character.id, 'Hello')
    }
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 2 }, () => 'Bearer a-key-of-both'),
    )
    // What the other instance counted in memory is written every ten seconds, or when the page is opened there.
    await adminOnSecond.get('/api/admin/models')
    const { connections } = await admin.get<ModelConnections>('/api/admin/models')
    expect(connections[0]?.figures).toMatchObject({ requests: 2, failures: 0 })

    await admin.request('DELETE', `/api/admin/models/${id}`)
    await expect.poll(usesDemo).toBe(true)
    await upstream.close()
  })
})
