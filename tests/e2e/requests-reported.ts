import type { Page } from '@playwright/test'

/**
 * Waits until every request that the page has sent is reported to the listeners of `request`: they are reported in
 * the order in which they were sent, and this sends one more. Call it before asserting that something was not asked for.
 */
export async function requestsReported(page: Page): Promise<void> {
  const last = page.waitForRequest('**/healthz?after-all-others')
  await page.evaluate(() => fetch('/healthz?after-all-others'))
  await last
}
