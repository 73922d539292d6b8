import type { Page } from '@playwright/test'
import type { ChatResponse } from '../../src/shared/chat.ts'
import { signUp } from './accounts.ts'
import { findSampleCharacter } from './conformance/server.ts'
import { readConversation } from './conversations.ts'
import { expect, test } from './fixture.ts'

const versionsIn = (page: Page) => page.getByRole('group', { name: 'Versions' })
const articles = (page: Page) => page.getByRole('log').getByRole('article')

/** Starts a conversation and opens it; returns its id. */
async function openConversation(page: Page): Promise<string> {
  await signUp(page)
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  const data = { characterId, message: 'Good evening.' }
  const turn: ChatResponse = await (await page.request.post('/api/chat', { data })).json()
  await page.goto(`/chat/${turn.conversationId}`)
  await expect(articles(page)).toHaveCount(3)
  return turn.conversationId
}

async function choose(page: Page, role: 'You' | 'Ines Calder', item: string) {
  const message = articles(page).filter({ has: page.getByRole('heading', { name: role }) })
  await message.last().hover()
  await message.last().getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('versions are written, chosen, edited, left, deleted and restored, in both tabs @desktop', async ({ page }) => {
  const id = await openConversation(page)
  const tab = await page.context().newPage()
  await tab.goto(`/chat/${id}`)
  const newest = async () => (await readConversation(page, id)).messages.at(-1)
  const first = await newest()

  await versionsIn(page).getByRole('button', { name: 'New version' }).click()
  await expect(versionsIn(page)).toContainText('Version 2')
  await expect(versionsIn(tab)).toContainText('Version 2')

  await versionsIn(page).getByRole('button', { name: 'Previous version' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(versionsIn(page)).toContainText('Version 1')
  await expect(versionsIn(page).getByRole('button', { name: 'Previous version' })).toBeFocused()
  await expect(versionsIn(tab)).toContainText('Version 1')
  expect((await newest())?.id).toBe(first?.id)

  await choose(page, 'Ines Calder', 'Edit')
  const editor = page.getByRole('textbox', { name: 'Edit the reply' })
  await expect(editor).toBeFocused()
  await editor.fill('“You are late,” she says.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('log')).toContainText('You are late')
  await expect(versionsIn(page)).toContainText('Version 3')

  await choose(page, 'You', 'Go back to here')
  await expect(articles(page)).toHaveCount(2)
  await expect(articles(tab)).toHaveCount(2)
  await page.getByRole('button', { name: 'Show what followed' }).click()
  await expect(versionsIn(page)).toContainText('Version 3')

  await choose(page, 'Ines Calder', 'Delete')
  await expect(versionsIn(page)).toContainText('Version 2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(versionsIn(page)).toContainText('Version 3')
  await expect(versionsIn(tab)).toContainText('Version 3')
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a swipe to the left writes a new version, and one to the right goes back @desktop', async ({ page }) => {
    await openConversation(page)
    const reply = articles(page).last()
    await swipe(page, reply, -160)
    await expect(versionsIn(page)).toContainText('Version 2')
    await swipe(page, reply, 160)
    await expect(versionsIn(page)).toContainText('Version 1')
    await page.getByRole('button', { name: 'Write my next message' }).click()
    await expect(page.getByRole('textbox', { name: /^Message/ })).not.toHaveValue('')
    await expect(articles(page)).toHaveCount(3)
  })
})

async function swipe(page: Page, target: ReturnType<typeof articles>, distance: number) {
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  const box = await target.boundingBox()
  if (!box) throw new Error('The message is not visible.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }] })
  await touch('touchStart', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', distance * part)
  await touch('touchEnd', distance)
}
