import { delayResponses } from '../delay-responses.ts'
import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { fetchCurrentUser } from './server.ts'
import { expectToast, isDestructive } from './toast.ts'

test.use({ viewer: 'new-user' })

test('§2 the Profile Settings dialog', async ({ page }) => {
  const { username } = await fetchCurrentUser(page.request)
  await page.goto('/')
  const dialog = page.getByRole('dialog', { name: 'Profile Settings' })
  const field = dialog.getByLabel('Display name')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  const open = async () => {
    await page.getByRole('button', { name: 'Profile settings' }).click()
    await expect(field).toBeVisible()
  }
  await open()
  await sees('2.settings.1', async () => {
    await expect(dialog.getByRole('textbox')).toHaveCount(1)
    await expect(dialog.getByRole('textbox')).toHaveAccessibleName('Display name')
  })
  await sees('5.display-name.1', async () => {
    await field.fill('   ')
    await save.click()
    await expect(dialog.getByText('Display name is required', { exact: true })).toBeVisible()
  })
  await sees('2.settings.2', async () => {
    const release = await delayResponses(page, /\/api\/auth\/user\/profile/)
    await field.fill('New Name')
    await save.click()
    await expect(dialog.getByRole('button', { name: 'Saving...', exact: true })).toBeDisabled()
    release()
  })
  await sees('2.settings.3', () => expect(dialog).toHaveCount(0))
  await sees('8.done.1', async () => {
    await expectToast(page, 'Profile Updated', 'Your profile has been successfully updated.')
  })
  await expect(page.getByRole('heading', { name: 'Welcome, New Name' })).toBeVisible()
  await sees('2.settings.4', async () => {
    await open()
    await expect(field).toHaveValue('New Name')
    await field.fill('Something else')
    await page.keyboard.press('Escape')
    await open()
    await expect(field).toHaveValue('New Name')
  })
  await dialog.getByRole('link', { name: 'Account settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  expect(username).not.toBe('New Name')
  await sees('8.failed.1', async () => {
    await page.route('**/api/auth/user/profile', (route) => route.fulfill({ status: 500, body: '' }))
    await open()
    await field.fill('Anyone')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Update Failed', 'Failed to update profile. Please try again.')
    expect(await isDestructive(page)).toBe(true)
    await expect(dialog).toBeVisible()
  })
})
