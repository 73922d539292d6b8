import type { Page } from '@playwright/test'
import { image } from '../support/images.ts'
import { deflateZip } from '../support/zip.ts'
import { registerAccount } from './accounts.ts'
import { conversationInUrl, pressInHeader } from './conversations.ts'
import { expectAccessible, expectToFit } from './expect-accessible.ts'
import { expect, phone, test } from './fixture.ts'

test.use(phone)

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
/** By a key: a toast, which moves while the page scrolls, may cover what is pressed with the mouse. */
const openSection = (page: Page, title: string) => page.locator('summary', { hasText: title }).press('Enter')
const tile = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a set of expressions is added on a phone, changed with the keyboard, and saved; a chat gets a background', async ({
  page,
}) => {
  await registerAccount(page)
  await page.goto('/create')
  await openTab(page, 'Basics')
  await page.getByLabel('Name', { exact: true }).fill('Ilse Marrow')
  await page.getByLabel('Description').fill('Draws charts.')
  await openTab(page, 'Advanced')
  await openSection(page, 'Pictures in chats')
  const paths = ['Ilse/joy.png', 'Ilse/admiration.png', 'Ilse/sea.png']
  const bytes = new Uint8Array(await image('png', 120, 160))
  const sprites = {
    name: 'Ilse.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(await deflateZip(paths.map((path) => ({ path, bytes })))),
  }
  await page.getByLabel('Pictures of expressions').setInputFiles(sprites)
  await expect(tile(page, 'love: your picture')).toBeVisible()
  await expect(tile(page, 'anger: no picture')).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)

  // While pictures are still sent, none can be changed.
  await expect(tile(page, 'love: your picture')).toBeEnabled()
  await tile(page, 'love: your picture').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).focus()
  await page.keyboard.press('Enter')
  await expect(tile(page, 'love: no picture')).toBeVisible()
  await openSection(page, 'For readers and for export')
  const version = page.getByLabel('Version', { exact: true })
  await version.fill('1'.repeat(101))
  await openSection(page, 'For readers and for export')
  await expect(version).toBeHidden()
  await openTab(page, 'Basics')
  await page.getByRole('button', { name: 'Save Character' }).click()
  await expect(version).toBeFocused()
  await version.fill('1.0')
  await page.getByRole('button', { name: 'Save Character' }).click()
  await expect(page.getByText('Character Saved', { exact: true }).first()).toBeVisible()
  await page.reload()
  await openTab(page, 'Advanced')
  await openSection(page, 'Pictures in chats')
  await expect(tile(page, 'joy: your picture')).toBeVisible()

  const [{ id }] = await (await page.request.get('/api/characters')).json()
  await page.goto(`/chat?character=${id}`)
  await conversationInUrl(page)
  await pressInHeader(page, 'Background…')
  await expect(page.getByRole('radio', { name: 'None' })).toBeChecked()
  await page
    .getByLabel('Background picture')
    .setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: await image('png', 400, 300) })
  await expect(page.getByRole('radio', { name: 'Your picture' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByTestId('chat-background')).toHaveCSS('background-image', /\/files\//)
})
