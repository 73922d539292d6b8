import { expect, it } from 'vitest'
import { writeCursor } from '#server/http/cursor.ts'
import { verifyAudit } from '#server/moderation/audit/verify-audit.ts'
import { raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const connection = { name: 'Own', service: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'own' }
const image = { service: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'own', size: 512, apiKey: 'key' }

const env = { LOG_LEVEL: 'error', RATE_LIMITS: 'off', MODEL_BASE_URL: '', MODEL_NAME: '', LOCAL_MODELS: 'off' }
const app = await createSharedApp({ env })
const admin = await signUpAdmin(app, 'Mora')
const author = await app.signUp('author')
const { id } = await createCharacter(author)
const flagId = await raiseReport(app, await app.signUp('reader'), { type: 'character', id })
const userId = author.id
const connectionId = (await admin.post<{ id: string }>('/api/admin/models', connection)).id

const hostile = ['\u0000\ufeff\u202e\u2066', "'; drop table flags; --\ud800", '9'.repeat(400), '']

/** Paths with `*` where a text stands, and query parameters. */
const readers: [string, string[]][] = [
  [
    '/api/admin/flags',
    ['status', 'category', 'severity', 'targetId', 'subjectId', 'claimed', 'overdue', 'limit', 'cursor'],
  ],
  ['/api/admin/flags/*', []],
  ['/api/admin/audits', ['action', 'targetId', 'search', 'from', 'to', 'limit', 'cursor']],
  ['/api/admin/audits/export', ['search', 'format', 'from']],
  ['/api/admin/users', ['search', 'plan', 'state', 'limit', 'cursor']],
  ['/api/admin/users/*', []],
  ['/api/admin/stats', ['days']],
  ['/api/admin/safety-report', ['year']],
]

const writers = (): [string, string, Record<string, unknown>][] => [
  ['POST', `/api/admin/flags/${flagId}/action`, { action: 'escalate', notes: 'n', suspendDays: 1, override: true }],
  ['POST', '/api/admin/flags/*/action', { action: 'escalate' }],
  ['POST', '/api/admin/flags/*/claim', {}],
  ['DELETE', '/api/admin/flags/*/claim', {}],
  ['POST', '/api/admin/flags/bulk', { ids: ['unknown'], action: 'dismiss', notes: 'n' }],
  ['POST', `/api/admin/users/${userId}/suspension`, { category: 'other', days: 1, notes: 'n' }],
  ['DELETE', `/api/admin/users/${userId}/suspension`, { notes: 'n' }],
  ['POST', '/api/admin/users/*/suspension', { days: 1 }],
  ['PUT', '/api/admin/users/*/role', { role: 'admin', password: 'a guess' }],
  ['PUT', '/api/admin/users/*/premium', { granted: true }],
  ['DELETE', '/api/admin/users/*/sessions', {}],
  ['PUT', `/api/admin/models/${connectionId}`, { ...connection, apiKey: 'key', contextTokens: 4096, sampling: {} }],
  ['DELETE', '/api/admin/models/*', {}],
  ['POST', '/api/admin/models/order', { ids: [connectionId] }],
  ['PUT', '/api/admin/images', image],
  ['DELETE', '/api/admin/local-models/files/*', {}],
  ['POST', '/api/admin/local-models/download', { id: 'unknown' }],
]

async function expectNoServerError(method: string, path: string, body?: unknown): Promise<void> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await admin.raw(path, { method, ...(body === undefined ? {} : json) })
  const text = await response.text()
  expect(
    response.status,
    `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)}: ${text.slice(0, 200)}`,
  ).toBeLessThan(500)
}

const inPath = (pattern: string, text: string) => pattern.replace('*', encodeURIComponent(text.toWellFormed() || 'x'))

it.each(hostile.map((text) => [JSON.stringify(text.slice(0, 20)), text]))(
  '%s in every parameter of an admin causes no server error',
  async (_, text) => {
    const cursors = [text, writeCursor({ value: 1, id: text }), writeCursor({ value: Number.MIN_SAFE_INTEGER, id: '' })]
    for (const [path, names] of readers) {
      await expectNoServerError('GET', inPath(path, text))
      for (const name of names) {
        for (const value of name === 'cursor' ? cursors : [text])
          await expectNoServerError(
            'GET',
            `${inPath(path, 'x')}?${new URLSearchParams({ [name]: value.slice(0, 500) })}`,
          )
      }
    }
    for (const [method, path, body] of writers()) {
      await expectNoServerError(method, inPath(path, text.slice(0, 64)), body)
      for (const name of Object.keys(body)) {
        for (const value of [text, [text], { [text]: text }, Number(text)])
          await expectNoServerError(method, inPath(path, 'unknown'), { ...body, [name]: value })
      }
    }
    expect(app.logged()).toBe('')
  },
)

it('afterwards the audit log is intact, and every page can be read', async () => {
  expect(await verifyAudit(app.context.db, null)).toMatchObject({ isIntact: true })
  for (const path of ['flags?status=all', 'audits', 'users', 'models', 'images', 'overview', `flags/${flagId}`])
    expect((await admin.request('GET', `/api/admin/${path}`)).status, path).toBe(200)
})
