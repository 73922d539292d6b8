import type { Page } from '@playwright/test'

/** Presses Back once what is open over the page has its entry in the history, which comes after it is visible. */
export async function closeByBack(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.isOverlay === true)
  await page.goBack()
}
