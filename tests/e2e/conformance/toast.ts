import { expect, type Locator, type Page } from '@playwright/test'

/** The region of the toasts. Found by its label, because an open dialog hides everything else from role queries. */
export const toastRegion = (page: Page): Locator => page.locator('[role=region][aria-label*=F8]')

export const toastOf = (page: Page): Locator => toastRegion(page).locator('li')

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

/** Waits until the toast has come to rest apart from each of these elements. */
export async function expectUncovered(page: Page, ...elements: Locator[]): Promise<void> {
  // As when the window loses the focus: the time after which it closes stops.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  for (const element of elements) {
    await expect(element.first()).toBeVisible()
    const covered = async () => {
      const toast = await toastOf(page).boundingBox()
      if (!toast) return ['The toast is not visible']
      const boxes = await Promise.all((await element.all()).map((one) => one.boundingBox()))
      return boxes.filter((box) => box && overlaps(box, toast))
    }
    await expect.poll(covered, String(element)).toEqual([])
  }
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
