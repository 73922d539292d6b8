import type { Page } from '@playwright/test'

/** Keeps answers back until the page stands without them; gives what lets them come. */
export async function keepBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}
