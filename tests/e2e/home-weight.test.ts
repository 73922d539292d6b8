import { bytesOf, recordRequests } from '../support/page-weight.ts'
import { registerAccount } from './accounts.ts'
import { expect, test } from './fixture.ts'

// `npm run bench -- --only home` prints the requests. Raise a limit only with a reason in docs/performance.md.
const limits = { requests: 25, bytes: 300_000, scriptBytes: 200_000 }

test('home is small for a signed-in user', async ({ page }) => {
  await registerAccount(page)
  const requests = await recordRequests(page, '/')
  const list = requests.map(({ path, type, bytes }) => `${bytes} ${type} ${path}`).join('\n')
  expect(requests.length, list).toBeLessThanOrEqual(limits.requests)
  expect(bytesOf(requests), list).toBeLessThanOrEqual(limits.bytes)
  expect(bytesOf(requests, 'script'), list).toBeLessThanOrEqual(limits.scriptBytes)
})
