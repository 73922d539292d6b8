import type { Page } from '@playwright/test'
import { delayResponses } from '../delay-responses.ts'
import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { createCharacter, findSampleCharacter } from './server.ts'

test.use({ viewer: 'new-user' })

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message / })
const log = (page: Page) => page.getByRole('log')
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

interface SentTurn {
  message: string
  conversationId: string
}

/** The turns that the page sends from now on. */
function recordTurns(page: Page): SentTurn[] {
  const sent: SentTurn[] = []
  page.on('request', (call) => {
    if (new URL(call.url()).pathname === '/api/chat') sent.push(call.postDataJSON() as SentTurn)
  })
  return sent
}

/** Opens a new chat. */
async function openNewChat(page: Page, name: string): Promise<void> {
  const { id } = await findSampleCharacter(page.request, name)
  await page.goto(`/chat?character=${id}`)
  await expect(composer(page)).toBeEnabled()
}

/** The id of the conversation in the page's URL. */
const conversationOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)

test('§2 the chat screen of another user’s character, and waiting for a reply', async ({ page }) => {
  await openNewChat(page, 'Ines Calder')
  const header = page.getByRole('main').getByRole('banner').or(page.getByRole('main').locator('header')).first()
  await sees('2.chat.1', async () => {
    await expect(header.getByRole('heading', { name: 'Ines Calder' })).toBeVisible()
    await expect(header.getByText('Mystery', { exact: true })).toBeVisible()
    await expect(header.locator('img')).toHaveAttribute('src', /ines-calder/)
    await expect(header.getByRole('button', { name: 'Back' })).toBeVisible()
  })
  await sees('2.chat.3', () => expect(header.getByText('Filtered', { exact: true })).toBeVisible())
  await sees('2.chat.4', async () => {
    await expect(page.getByText('Your role: a visitor who knocked', { exact: false })).toBeVisible()
  })
  await sees('4.chat.1', async () => {
    await expect(log(page).getByText('Who knew you were coming?')).toBeVisible()
    await expect(log(page).getByRole('article')).toHaveCount(1)
  })
  await sees('2.chat.6', async () => {
    await expect(composer(page)).toBeEditable()
    await expect(send(page)).toBeVisible()
  })
  const sent = recordTurns(page)
  const release = await delayResponses(page, /\/api\/chat$/)
  await sees('2.chat.8', async () => {
    await composer(page).fill('One line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('and another')
    await expect(composer(page)).toHaveValue('One line\nand another')
    expect(sent).toEqual([])
  })
  await sees('2.chat.7', async () => {
    await page.keyboard.press('Enter')
    await expect(log(page).getByText('and another')).toBeVisible()
    expect(sent).toMatchObject([{ message: 'One line\nand another', conversationId: conversationOf(page) }])
    await expect(composer(page)).toHaveValue('')
  })
  await sees('4.chat.6', async () => {
    await expect(composer(page)).toBeDisabled()
    await expect(send(page)).toBeDisabled()
  })
  await sees('4.chat.7', async () => {
    await expect(log(page).getByText('Ines Calder is writing')).toBeAttached()
    await expect(log(page).locator('.typing-dots')).toBeVisible()
  })
  await sees('2.chat.5', async () => {
    release()
    await expect(log(page).locator('.typing-dots')).toHaveCount(0)
    await expect(send(page)).toBeEnabled()
    await expect(log(page).getByRole('article')).toHaveCount(3)
  })
})

test('§4 several turns and conversations', async ({ page }) => {
  const sent = recordTurns(page)
  await openNewChat(page, 'Ines Calder')
  await composer(page).fill('I brought the ledger.')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat\/[\w-]{36}/)
  const conversation = conversationOf(page)
  const ready = () => expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await ready()
  await sees('4.chat.5', async () => {
    const mine = log(page).getByRole('heading', { name: 'You', exact: true })
    await expect(mine).toHaveCount(1)
    await expect(log(page).getByRole('article')).toHaveCount(3)
    await expect(composer(page)).toHaveValue('')
    await send(page).click()
    await expect(log(page).getByRole('article')).toHaveCount(4)
    await ready()
    expect(sent.at(-1)?.message).toBe('')
    await expect(mine).toHaveCount(1)
  })
  await sees('4.chat.4', async () => {
    expect(sent.map(({ conversationId }) => conversationId)).toEqual([conversation, conversation])
    const { messages } = await (await page.request.get(`/api/conversations/${conversation}`)).json()
    const roles = messages.map(({ role }: { role: string }) => role)
    expect(roles).toEqual(['character', 'user', 'character', 'character'])
  })
  await sees('4.chat.8', async () => {
    const call = page.waitForRequest('**/api/new-chat-greeting')
    await page.route('**/api/new-chat-greeting', (route) => route.fulfill({ json: { greeting: 'A new evening.' } }))
    await page.getByRole('button', { name: 'New Chat' }).click()
    const { characterId, originalGreeting } = (await call).postDataJSON()
    const ines = await findSampleCharacter(page.request, 'Ines Calder')
    expect({ characterId, originalGreeting }).toEqual({ characterId: ines.id, originalGreeting: ines.greeting })
    await expect(log(page).getByText('A new evening.')).toBeVisible()
  })
  await sees('4.chat.11', async () => {
    await expect(log(page).getByRole('article')).toHaveCount(1)
    await expect(log(page).getByText('I brought the ledger.')).toHaveCount(0)
  })
  await sees('4.chat.12', async () => {
    await expect(page).toHaveURL(/\/chat\/[\w-]{36}$/)
    await expect(page).not.toHaveURL(new RegExp(conversation ?? ''))
    const fresh = conversationOf(page)
    await composer(page).fill('Once more.')
    await page.keyboard.press('Enter')
    await expect.poll(() => sent.length).toBe(3)
    expect(sent.at(-1)?.conversationId).toBe(fresh)
    await ready()
  })
  await sees('4.chat.3', async () => {
    const sidebar = page.getByRole('region', { name: 'Characters' })
    await sidebar.getByRole('link', { name: /Captain Rhodes/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Captain Rhodes' })).toBeVisible()
    await expect(log(page).getByRole('article')).toHaveCount(1)
    await expect(log(page).getByText('Once more.')).toHaveCount(0)
    await composer(page).fill('Permission to come aboard?')
    await page.keyboard.press('Enter')
    await expect.poll(() => sent.length).toBe(4)
    const earlier = sent.slice(0, 3).map(({ conversationId }) => conversationId)
    expect(sent.at(-1)?.conversationId).toBe(conversationOf(page))
    expect(earlier).not.toContain(conversationOf(page))
  })
})

test('§4 a greeting that cannot be generated', async ({ page }) => {
  const withGreeting = await createCharacter(page.request, { name: 'Greta', greeting: 'Mind the step, and the cat.' })
  const withoutGreeting = await createCharacter(page.request, { name: 'Muriel', greeting: '' })
  await page.route('**/api/new-chat-greeting', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/chat?character=${withGreeting.id}`)
  const newChatButton = page.getByRole('button', { name: 'New Chat' })
  await sees('2.chat.2', async () => {
    await expect(newChatButton).toBeVisible()
    const edit = page.getByRole('main').getByRole('link', { name: 'Edit', exact: true })
    await expect(edit).toHaveAttribute('href', `/create?id=${withGreeting.id}`)
  })
  await expect(page.getByText(/^Your role/)).toHaveCount(0)
  await sees('4.chat.9', async () => {
    await newChatButton.click()
    await expect(log(page).getByText('Mind the step, and the cat.')).toBeVisible()
    await expect(log(page).getByRole('article')).toHaveCount(1)
  })
  await sees('4.chat.10', async () => {
    await page.goto(`/chat?character=${withoutGreeting.id}`)
    // Only New Chat says something that the author did not write.
    await expect(log(page).getByRole('heading', { name: 'Write the first message' })).toBeVisible()
    await expect(log(page).getByRole('article')).toHaveCount(0)
    await newChatButton.click()
    await expect(log(page).getByText('Hello, I’m Muriel.').or(log(page).getByText("Hello, I'm Muriel."))).toBeVisible()
  })
  await page.goto('/chat')
  await sees('2.chat.9', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Select a Character' })).toBeVisible()
    const mine = page.getByRole('region', { name: 'Your characters' })
    await expect(mine.getByRole('link', { name: /Greta/ })).toBeVisible()
    await expect(mine.getByRole('link', { name: /Muriel/ })).toBeVisible()
  })
  await sees('2.chat.10', async () => {
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})
