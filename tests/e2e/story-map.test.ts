import type { Page } from '@playwright/test'
import { openConversation, pressInHeader, waitForReply } from './conversations.ts'
import { expect, phone, test } from './fixture.ts'

const articles = (page: Page) => page.getByRole('log').getByRole('article')
const tree = (page: Page) => page.getByRole('tree', { name: 'Story map' })
const current = (page: Page) => page.getByRole('treeitem', { selected: true })

test('the map opens once its code can be loaded, and is operated with the keyboard', async ({ page }) => {
  const id = await openConversation(page, 'Good evening.', 'Is the library open?')
  await articles(page).nth(2).hover()
  await page.getByRole('button', { name: 'New version' }).click()
  await waitForReply(page, id)
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  const opener = page.getByRole('button', { name: 'Story map', exact: true })
  // Its code cannot be loaded: the page stays as it is.
  await page.context().setOffline(true)
  await opener.click()
  await expect(page.getByText('This could not be opened').first()).toBeVisible()
  await expect(articles(page)).toHaveCount(5)
  await page.context().setOffline(false)
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(tree(page)).toBeFocused()
  const mark = current(page).getByText('here', { exact: true })
  await expect(mark).toBeVisible()

  await page.keyboard.press('Home')
  await expect(mark).toBeHidden()
  await expect(current(page)).toContainText('3 messages')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await expect(tree(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(current(page)).toBeVisible()
  await expect(tree(page)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(tree(page)).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Versions' }).last()).toContainText('Version 1')
  await expect(articles(page).last()).toBeFocused()
})

test.describe('on a touch screen', () => {
  test.use(phone)

  test('the map is dragged with one finger and zoomed with two', async ({ page }) => {
    await openConversation(page, 'Good evening.', 'Is the library open?', 'Where is the ledger?')
    await pressInHeader(page, 'Story map')
    await expect(current(page)).toBeVisible()
    const box = () => current(page).boundingBox()
    const start = await box()
    if (!start) throw new Error('The map is not visible.')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', { x: 200, y: 250 })
    for (const y of [270, 300, 330]) await touch('touchMove', { x: 200, y })
    await touch('touchEnd')
    await expect.poll(async () => Math.round((await box())?.y ?? 0)).toBe(Math.round(start.y) + 80)
    await touch('touchStart', { x: 150, y: 300 }, { x: 250, y: 300 })
    for (const half of [45, 40, 35]) await touch('touchMove', { x: 200 - half, y: 300 }, { x: 200 + half, y: 300 })
    await touch('touchEnd')
    await expect.poll(async () => (await box())?.width ?? 0).toBeLessThan(start.width * 0.8)
  })
})
