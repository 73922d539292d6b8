import type { Page } from '@playwright/test'

/** Delays every response whose URL matches until the returned function is called. */
export async function delayResponses(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}
