import { openConversation, submit, waitForReply } from './conversations.ts'
import { expect, test } from './fixture.ts'

test.use({ isLive: true })

test('a second device shows turns, versions, new names and deletions', async ({ page, browser, server }) => {
  const conversation = await openConversation(page, 'Is the ferry late?')
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const device = await context.newPage()
  const connected = device.waitForResponse('**/api/events')
  await device.goto(new URL(`/chat/${conversation}`, server.url).href)
  await connected
  await device.getByRole('button', { name: 'Conversations', exact: true }).click()
  const panel = device.getByRole('complementary', { name: 'Conversations' })

  await submit(page.getByRole('textbox', { name: /message/i }), 'And the next one?')
  await expect(device.getByRole('log').getByText('And the next one?')).toBeVisible()
  await waitForReply(page, conversation)
  await page.getByRole('button', { name: 'New version' }).click()
  await expect(device.getByRole('group', { name: 'Versions' }).last()).toContainText('Version 2')
  await waitForReply(page, conversation)
  await page.request.patch(`/api/conversations/${conversation}`, { data: { title: 'The late ferry' } })
  await expect(panel.getByRole('link', { name: /The late ferry/ })).toBeVisible()
  await page.request.delete(`/api/conversations/${conversation}`)
  await expect(panel.getByText('No conversations yet')).toBeVisible()
  await context.close()
})
