import { registerAccount } from './accounts.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

const entries = Array.from({ length: 2_000 }, (_, at) => ({ keys: [`place ${at}`], content: `It is number ${at}.` }))

test('a lorebook of 2,000 entries is tested, changed and saved', async ({ page }) => {
  await registerAccount(page)
  await page.goto('/lorebooks')
  await page.getByLabel('File of a lorebook').setInputFiles({
    name: 'coast.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ name: 'Coast', entries })),
  })
  await expect(page.getByRole('heading', { name: 'Coast' })).toBeVisible()
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByLabel('A message, or some of a story').fill('Is place 1999 far from Place 7?')
  await expect(page.getByText('2 of 2,000 entries used')).toBeVisible()
  await page.getByLabel('Show').selectOption('used')
  await expect(page.getByText('Used: “place 1999” is in the text.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByLabel('Show').selectOption('all')
  await expect(page.getByText('1,998 entries', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^place 0/ }).click()
  await page.getByLabel('Keys', { exact: true }).fill('harbour')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Lorebook saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('2,000 entries', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^harbour/ })).toBeVisible()
})
