import type { NewApiKey } from '#shared/api-keys.ts'
import type { Client, TestApp } from './test-app.ts'

/** Creates an API key, and a client that has nothing else. */
export async function createApiKey(app: TestApp, owner: Client, fields: Partial<NewApiKey> = {}) {
  const body = { name: 'Test', scope: 'everything', days: null, password: 'quiet-harbor', ...fields }
  const created = await owner.post<{ id: string; key: string }>('/api/auth/keys', body)
  const client = app.visitor()
  client.key = created.key
  return { ...created, client }
}
