import type { Page } from '@playwright/test'
import type { FoundMessage } from '#shared/message-search.ts'
import {
  beginConversation,
  openConversation,
  pressInHeader,
  readConversation,
  waitUntilFound,
} from './conversations.ts'
import { expect, test } from './fixture.ts'

const panelOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Conversations' }).or(page.getByRole('dialog', { name: 'Conversations' }))

test('a message on another branch is found in the list, and opened where it is', async ({ page }) => {
  const conversation = await beginConversation(page, 'Is the sapphire ferry late?')
  const { messages } = await (await page.request.get(`/api/conversations/${conversation}`)).json()
  const asked = messages.find(({ role }: { role: string }) => role === 'user')
  await page.request.post(`/api/conversations/${conversation}/messages/${asked.id}/edit`, {
    data: { content: 'Is the evening train late?' },
  })
  await page.goto(`/chat/${conversation}`)
  const shown = page.getByRole('log').getByText('Is the evening train late?', { exact: true })
  await expect(shown).toBeVisible()

  await waitUntilFound(page, 'sapphire')
  await pressInHeader(page, 'Conversations')
  const panel = panelOf(page)
  await panel.getByRole('searchbox', { name: 'Search conversations and messages' }).fill('sapphire fer')
  const found = panel
    .getByRole('region', { name: 'Messages' })
    .getByRole('link')
    .filter({ hasText: /You: Is/ })
  await expect(found).toContainText('You: Is the sapphire ferry late?')
  await expect(found).toContainText('On another branch')
  await expect(found.locator('mark')).toHaveText(['sapphire', 'ferry'])
  await found.click()
  await expect(page).toHaveURL(new RegExp(`/chat/${conversation}$`))
  await expect(page.getByRole('log').getByText('Is the sapphire ferry late?', { exact: true })).toBeVisible()
  await expect(shown).toBeHidden()
})

test('a search that was made before the newest message was indexed finds it by itself', async ({ page }) => {
  const { conversation } = await readConversation(page, await openConversation(page, 'Good evening.'))
  const found: FoundMessage[] = []
  await page.route('**/api/messages?*', async (route) => {
    await route.fulfill({ json: { found, nextCursor: null, isIndexing: false } })
    const snippet = [{ text: 'Is the cobalt ferry late?', isMatch: false }]
    found[0] = { conversation, messageId: 'm', speaker: null, createdAt: 1, snippet, isOnActivePath: true }
  })
  await pressInHeader(page, 'Conversations')
  const panel = panelOf(page)
  await panel.getByRole('searchbox', { name: 'Search conversations and messages' }).fill('cobalt')
  await expect(panel.getByText('No messages found.')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Messages' }).getByRole('link')).toContainText([/cobalt/])
})

test('a conversation is moved to a new folder, and the list shows the folder', async ({ page }) => {
  await openConversation(page, 'Is the ferry late?')
  await pressInHeader(page, 'Conversations')
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'More about Is the ferry late?' }).click()
  await page.getByRole('menuitem', { name: 'Move to folder…' }).click()
  const dialog = page.getByRole('dialog', { name: /folder/i })
  await dialog.getByRole('button', { name: 'New folder…' }).click()
  await dialog.getByLabel('Name').fill('Sea stories')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('button', { name: 'More about Is the ferry late?' })).toBeFocused()

  await panel.getByRole('button', { name: 'Filter and sort' }).click()
  await panel.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Sea stories (1)' })
  await expect(panel.getByRole('region', { name: 'Found' }).getByRole('listitem')).toHaveCount(1)
  await panel.getByRole('combobox', { name: 'Order' }).selectOption('By name')
  await panel.getByRole('button', { name: 'Delete folder' }).click()
  await page
    .getByRole('dialog', { name: 'Delete “Sea stories”?' })
    .getByRole('button', { name: 'Delete folder' })
    .click()
  await expect(panel.getByRole('combobox', { name: 'Folder' })).toHaveValue('')
  await panel.getByRole('button', { name: 'Clear filters' }).click()
  await expect(panel.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(1)
})
