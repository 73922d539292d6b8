import type { Page, Request } from '@playwright/test'
import { registerAccount } from './accounts.ts'
import { expect, test } from './fixture.ts'

// Raise a limit only with a reason in docs/performance.md.
const limits = { requests: 25, bytes: 300_000, scriptBytes: 200_000 }
const landingScriptBytes = 90_000

// Home shows the images of characters that other tests create.
test.use({ serverEnv: {} })

/** Loads an address; returns its requests with their bytes over the network, and the sum of those of a type. */
async function load(page: Page, url: string) {
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const requests = await Promise.all(
    finished.map(async (request) => {
      const { responseHeadersSize, responseBodySize } = await request.sizes()
      return { url: request.url(), type: request.resourceType(), bytes: responseHeadersSize + responseBodySize }
    }),
  )
  const bytesOf = (type = '') =>
    requests.filter((one) => one.type.startsWith(type)).reduce((sum, { bytes }) => sum + bytes, 0)
  return { requests, bytesOf, list: requests.map(({ url, type, bytes }) => `${bytes} ${type} ${url}`).join('\n') }
}

test('home is small for a signed-in user', async ({ page }) => {
  await registerAccount(page)
  const { requests, bytesOf, list } = await load(page, '/')
  expect(requests.length, list).toBeLessThanOrEqual(limits.requests)
  expect(bytesOf(), list).toBeLessThanOrEqual(limits.bytes)
  expect(bytesOf('script'), list).toBeLessThanOrEqual(limits.scriptBytes)
})

test('the landing page loads little code', async ({ page }) => {
  const { bytesOf, list } = await load(page, '/')
  expect(bytesOf('script')).toBeGreaterThan(0)
  expect(bytesOf('script'), list).toBeLessThanOrEqual(landingScriptBytes)
})
