import { expect, test } from 'vitest'
import type { Overview } from '#shared/overview.ts'
import { sitePageNames } from '#shared/site-page-names.ts'
import type { SitePage } from '#shared/site-pages.ts'
import { createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp({ env: { NODE_ENV: 'production' } })
const admin = await app.signUp('operating', { accountType: 'admin' })

const read = (name: string) => app.visitor().get<SitePage>(`/api/site-pages/${name}`)
const save = (name: string, text: string | null, updatedAt: number | null) =>
  admin.request<SitePage>('PUT', `/api/admin/site-pages/${name}`, { text, updatedAt })

test.each(sitePageNames)('%s is a draft until an admin saves it; everybody reads it', async (name) => {
  const draft = await read(name)
  expect(draft.updatedAt).toBeNull()
  expect(draft.text.length).toBeGreaterThan(500)
  const { body, status } = await save(name, '## Kindness\n\nBe kind.\0', null)
  expect([status, body.text]).toEqual([200, '## Kindness\n\nBe kind.'])
  expect(await read(name)).toEqual(body)
  const old = await save(name, 'Another text', null)
  expect(old).toMatchObject({ status: 409, body: { code: 'changed_elsewhere' } })
  await save(name, null, body.updatedAt)
  expect(await read(name)).toEqual(draft)
})

test('an edit is an entry of the audit log, with the hash of the text', async () => {
  const { body } = await save('terms', 'Be kind.', null)
  const entry = (await app.rows('audit_entries')).at(-1)
  expect(entry).toMatchObject({ action: 'save_page', target_type: 'site', target_id: 'terms' })
  expect(JSON.parse(entry?.facts ?? '')).toMatchObject({ name: 'Terms', text: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await save('terms', null, body.updatedAt)
})

test.each([
  ['terms', ' \u200b ', 400],
  ['terms', 'x'.repeat(50_001), 400],
  ['imprint', 'Be kind.', 400],
])('what cannot be a page is refused: %s', async (name, text, status) => {
  expect((await save(name, text, null)).status).toBe(status)
})

test('the overview asks to read the drafts', async () => {
  const isAsked = async () =>
    (await admin.get<Overview>('/api/admin/overview')).attention.some(({ to }) => to === '/admin/pages')
  expect(await isAsked()).toBe(true)
  for (const name of sitePageNames) await save(name, 'Be kind.', null)
  expect(await isAsked()).toBe(false)
})
