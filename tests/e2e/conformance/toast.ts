import { expect, type Locator, type Page } from '@playwright/test'

/** The place of the toasts. By its label alone: while a dialog is open, everything round it is hidden from roles. */
export const toastPlace = (page: Page): Locator => page.locator('[role=region][aria-label*=F8]')

export const toastOf = (page: Page): Locator => toastPlace(page).locator('li')

/** One toast is on show, with this title and these words. */
export async function expectToast(page: Page, title: string | RegExp, text?: string | RegExp): Promise<void> {
  const toast = toastOf(page)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (text !== undefined) await expect(toast.getByText(text, { exact: true })).toBeVisible()
}

/** Whether the toast looks like a failure: its title and its border have one colour, which is not the ink of the rest. */
export function isDestructive(page: Page): Promise<boolean> {
  return toastOf(page).evaluate((toast) => {
    const title = toast.querySelector('.font-semibold')
    const colour = title ? getComputedStyle(title).color : ''
    return colour === getComputedStyle(toast).borderTopColor && colour !== getComputedStyle(toast).color
  })
}
