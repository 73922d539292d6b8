import { bytesOf, recordRequests } from '../support/page-weight.ts'
import { registerAccount } from './accounts.ts'
import { expect, test } from './fixture.ts'

// Raise a limit only with a reason in docs/performance.md.
const limits = { requests: 25, bytes: 300_000, scriptBytes: 200_000 }
const landingScriptBytes = 90_000

// Home shows the images of characters that other tests create.
test.use({ serverEnv: {} })

test('home is small for a signed-in user', async ({ page, server }) => {
  await registerAccount(page)
  const requests = await recordRequests(page, server.url)
  const list = requests.map(({ path, type, bytes }) => `${bytes} ${type} ${path}`).join('\n')
  expect(requests.length, list).toBeLessThanOrEqual(limits.requests)
  expect(bytesOf(requests), list).toBeLessThanOrEqual(limits.bytes)
  expect(bytesOf(requests, 'script'), list).toBeLessThanOrEqual(limits.scriptBytes)
})

test('the landing page loads little code', async ({ page }) => {
  const requests = await recordRequests(page, '/')
  const scripts = requests.filter(({ type }) => type === 'script')
  const list = scripts.map(({ path, bytes }) => `${bytes} ${path}`).join('\n')
  expect(scripts.length).toBeGreaterThan(0)
  expect(bytesOf(scripts), list).toBeLessThanOrEqual(landingScriptBytes)
})
