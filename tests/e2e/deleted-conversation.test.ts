import type { Page } from '@playwright/test'
import type { ConversationPage } from '../../src/shared/chat.ts'
import { beginConversation, waitForReply } from './conversations.ts'
import { expect, test } from './fixture.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
const title = (page: Page) => page.getByRole('heading', { name: 'This conversation was deleted' })

test.use({ isLive: true })

test('an open page says at once that its conversation was deleted elsewhere, and keeps what was written until it is restored', async ({
  page,
}) => {
  const id = await beginConversation(page, 'Is the ferry late?')
  const connected = page.waitForResponse('**/api/events')
  await page.goto(`/chat/${id}`)
  await connected
  await composer(page).fill('And the next one?')
  await page.request.delete(`/api/conversations/${id}`)
  await expect(title(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Not sent' })).toContainText('And the next one?')
  await expect(page.getByRole('link', { name: 'Chat with Ines Calder' })).toBeVisible()

  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(composer(page)).toHaveValue('And the next one?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('And the next one?')).toBeVisible()
  await waitForReply(page, id)
  const { messages } = (await (await page.request.get(`/api/conversations/${id}`)).json()) as ConversationPage
  expect(messages.filter(({ content }) => content === 'And the next one?')).toHaveLength(1)
})
