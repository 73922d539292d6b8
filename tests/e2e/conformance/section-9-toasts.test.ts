import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { toastOf, toastRegion } from './toast.ts'

test.use({ viewer: 'free' })

/** Applies a template, which shows a toast. */
async function applyTemplate(page: Page, template: string): Promise<void> {
  await page.getByRole('tab', { name: 'Quick Start' }).click()
  await page.getByRole('button', { name: template }).click()
}

/** Drags the toast to the right and releases it. */
async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await toastOf(page).boundingBox()
  if (!box) throw new Error('no toast is visible')
  const [x, y] = [box.x + 40, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels, y, { steps: 5 })
  await page.mouse.up()
}

test('§9 toasts', async ({ page }) => {
  await page.clock.install()
  await page.goto('/create')
  await expect(page.getByRole('tab', { name: 'Quick Start' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const toast = toastOf(page)
  await sees('9.toast.2', async () => {
    // The form is empty: one with Undo would stay longer.
    await applyTemplate(page, 'The Mentor')
    await expect(toast).toContainText('The Mentor')
    // A pointer over the toast would pause its timer.
    await page.mouse.move(10, 10)
    await page.clock.runFor(4_800)
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(300)
    await expect(toast).toHaveCount(0)
  })
  await applyTemplate(page, 'The Storyteller')
  await expect(toast).toHaveCount(1)
  await sees('9.toast.6', async () => {
    const viewport = toastRegion(page).locator('ol')
    expect((await viewport.boundingBox())?.width).toBe(420)
    await page.setViewportSize({ width: 768, height: 900 })
    expect((await viewport.boundingBox())?.width).toBe(420)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await sees('9.toast.4', async () => {
    await swipe(page, 45)
    await expect(toast).toHaveCount(1)
    await swipe(page, 60)
    await page.clock.runFor(1_000)
    await expect(toast).toHaveCount(0)
  })
})
