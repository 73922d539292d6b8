import { expect, type Locator, type Page } from '@playwright/test'

/** The region of the toasts. Found by its label, because an open dialog hides everything else from role queries. */
export const toastRegion = (page: Page): Locator => page.locator('[role=region][aria-label*=F8]')

export const toastOf = (page: Page): Locator => toastRegion(page).locator('li')

/** Stops the time after which toasts close, as when the window loses the focus. */
export const pauseToasts = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('blur')))

/** Asserts that a toast with this title and text is visible. */
export async function expectToast(page: Page, title: string | RegExp, text?: string | RegExp): Promise<void> {
  const toast = toastOf(page)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (text !== undefined) await expect(toast.getByText(text, { exact: true })).toBeVisible()
}

/** Whether the toast has the error style: its title and its border have the same colour, which differs from its text. */
export function isDestructive(page: Page): Promise<boolean> {
  return toastOf(page).evaluate((toast) => {
    const title = toast.querySelector('.font-semibold')
    const colour = title ? getComputedStyle(title).color : ''
    return colour === getComputedStyle(toast).borderTopColor && colour !== getComputedStyle(toast).color
  })
}
