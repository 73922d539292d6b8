import type { Page } from '@playwright/test'
import type { ChatResponse } from '../../src/shared/chat.ts'
import { registerAccount } from './accounts.ts'
import { findSampleCharacter } from './conformance/server.ts'
import { readConversation } from './conversations.ts'
import { expect, test } from './fixture.ts'

const versionsIn = (page: Page) => page.getByRole('group', { name: 'Versions' })
const articles = (page: Page) => page.getByRole('log').getByRole('article')

/** Starts a conversation and opens it; returns its id. */
async function openConversation(page: Page): Promise<string> {
  await registerAccount(page)
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  const data = { characterId, message: 'Good evening.' }
  const turn: ChatResponse = await (await page.request.post('/api/chat', { data })).json()
  await page.goto(`/chat/${turn.conversationId}`)
  await expect(articles(page)).toHaveCount(3)
  return turn.conversationId
}

test('versions are written, chosen and left', async ({ page }) => {
  const id = await openConversation(page)
  const newest = async () => (await readConversation(page, id)).messages.at(-1)
  const first = await newest()

  const newVersion = versionsIn(page).getByRole('button', { name: 'New version' })
  const place = await newVersion.boundingBox()
  await newVersion.click()
  await expect(versionsIn(page)).toContainText('Version 2')
  // No version can be chosen while a reply is running.
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  // A second click at the same place writes another version.
  expect((await newVersion.boundingBox())?.x).toBe(place?.x)

  await versionsIn(page).getByRole('button', { name: 'Previous version' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(versionsIn(page)).toContainText('Version 1')
  await expect(versionsIn(page).getByRole('button', { name: 'Previous version' })).toBeFocused()
  expect((await newest())?.id).toBe(first?.id)

  const own = articles(page).nth(1)
  await own.hover()
  await own.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Go back to here', exact: true }).click()
  await expect(articles(page)).toHaveCount(2)
  // By key: the notice of what was done covers the button for some seconds.
  await page.getByRole('button', { name: 'Show what came after' }).press('Enter')
  await expect(articles(page)).toHaveCount(3)
})
