import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'
import { registerAccount } from './accounts.ts'
import { fetchCurrentUser, findSampleCharacter } from './conformance/server.ts'
import { expect, test } from './fixture.ts'

test('an adult raises the rating of a chat from its badge', async ({ page, server }) => {
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
})
