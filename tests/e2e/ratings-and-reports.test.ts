import { signUp } from './accounts.ts'
import { openConversation } from './conversations.ts'
import { expect, test } from './fixture.ts'

test('a character is rated and rated again from its card, by keyboard; a rating that is not saved is reverted', async ({
  page,
}) => {
  await signUp(page)
  await page.getByRole('button', { name: 'More about Juno Park' }).press('Enter')
  await page.getByRole('menuitem', { name: 'About and rate' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Juno Park' })
  const stars = sheet.getByRole('radiogroup', { name: 'Your rating of Juno Park' })
  await expect(sheet.getByText('Not rated yet')).toBeVisible()

  const four = stars.getByRole('radio', { name: '4 stars' })
  // Until the user's own rating has been read, it cannot be changed.
  await expect(four).toBeEnabled()
  await four.focus()
  await page.keyboard.press('Space')
  await expect(sheet.getByText('4.0 of 5')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(stars.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await expect(sheet.getByText('5.0 of 5')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article').filter({ hasText: 'Juno Park' }).getByText('5.0')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'More about Juno Park' }).click()
  await page.getByRole('menuitem', { name: 'About and rate' }).click()
  await expect(stars.getByRole('radio', { name: '5 stars' })).toBeChecked()

  await page.route('**/rating', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await sheet.getByText('3 stars', { exact: true }).locator('..').click()
  await expect(page.getByText('Rating not saved', { exact: true })).toBeVisible()
  await expect(stars.getByRole('radio', { name: '3 stars' })).not.toBeChecked()
  await expect(stars.getByRole('radio', { name: '5 stars' })).toBeChecked()
})

test('a message is reported from the chat', async ({ page }) => {
  await openConversation(page, 'Good evening.')
  const reply = page.getByRole('log').getByRole('article').last()
  await reply.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  const messageReport = page.getByRole('dialog', { name: 'Report this message' })
  await expect(messageReport.getByText('a few messages before and after it')).toBeVisible()
  await messageReport.getByRole('button', { name: 'Send report' }).click()
  await expect(messageReport.getByRole('alert')).toHaveText('Please say what is wrong')
  await messageReport.getByRole('radio', { name: 'Hate or harassment' }).check()
  const responded = page.waitForResponse('**/api/reports')
  await messageReport.getByRole('button', { name: 'Send report' }).click()
  expect((await responded).status()).toBe(201)
  await expect(messageReport).toHaveCount(0)
})
