import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'
import { registerAccount } from './accounts.ts'
import { fetchCurrentUser, findSampleCharacter } from './conformance/server.ts'
import { expect, test } from './fixture.ts'

test('an adult raises the rating of a chat from its badge, and filters all chats in the settings', async ({
  page,
  server,
}) => {
  await registerAccount(page)
  const { id } = await fetchCurrentUser(page.request)
  await setAccountTypeInDataDir(server.dataDir, id, { accountType: 'premium', adult: false })
  const character = await findSampleCharacter(page.request, 'Juno Park')
  await page.goto(`/chat?character=${character.id}`)
  await page.getByRole('button', { name: 'Unfiltered' }).click()
  const dialog = page.getByRole('dialog', { name: 'Content of this chat' })
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await dialog.getByRole('radio', { name: /^Mature/ }).click()
  await page.getByRole('button', { name: /18 or older/i }).click()
  await expect(dialog.getByRole('radio', { name: /^Mature/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.locator('header').getByText('Mature')).toBeVisible()
  await page.reload()
  await expect(page.locator('header').getByText('Mature')).toBeVisible()
  await page.goto('/settings/chats')
  const filter = page.getByRole('switch', { name: 'Filter my chats' })
  await filter.click()
  await expect(filter).toBeChecked()
  await expect(filter).toBeEnabled()
  await page.goto(`/chat?character=${character.id}`)
  await expect(page.locator('header').getByText('Filtered', { exact: true })).toBeVisible()
})
