import type { Page } from '@playwright/test'
import { signUp } from './accounts.ts'
import { conversationInUrl, startChat, submit } from './conversations.ts'
import { expect, test } from './fixture.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: /message/i })
const transcript = (page: Page) => page.getByRole('log')
const character = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Characters' }).getByRole('link', { name })

/** Counts the conversations that the page creates. */
function countCreated(page: Page): () => number {
  let created = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/conversations') created += 1
  })
  return () => created
}

async function sendMessage(page: Page, message: string): Promise<void> {
  const response = page.waitForResponse('**/api/chat')
  await submit(composer(page), message)
  await response
}

test('a new chat has its own address before the first message, also after Back and Forward, and is listed after it; it asks what characters call the player', async ({
  page,
}) => {
  const created = countCreated(page)
  await signUp(page)
  const home = page.url()
  const id = await startChat(page, 'Ines Calder')
  const listed = async () =>
    (await (await page.request.get('/api/conversations')).json()).map((one: { id: string }) => one.id)
  expect(await listed()).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(home)
  await page.goForward()
  await expect(composer(page)).toBeEnabled()
  expect(await conversationInUrl(page)).toBe(id)
  await page.reload()
  await expect(transcript(page).getByText('Who knew you were coming?')).toBeVisible()
  const name = page.getByLabel('What should characters call you?')
  await name.fill('Captain Marlow')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveCount(0)
  const playerName = async () => (await (await page.request.get('/api/auth/me')).json()).user.playerName
  await expect.poll(playerName).toBe('Captain Marlow')
  expect(await conversationInUrl(page)).toBe(id)
  await sendMessage(page, 'Is the archive open?')
  expect(await listed()).toEqual([id])
  expect(await conversationInUrl(page)).toBe(id)
  expect(created()).toBe(1)
})

test('a double click creates one conversation', async ({ page }) => {
  const created = countCreated(page)
  await signUp(page)
  await page.getByRole('link', { name: 'Chat with Ines Calder' }).dblclick()
  await conversationInUrl(page)
  expect(created()).toBe(1)
  await character(page, 'Captain Rhodes').dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Captain Rhodes' })).toBeVisible()
  await expect(composer(page)).toBeEnabled()
  const second = await conversationInUrl(page)
  expect(created()).toBe(2)
  await page.getByRole('button', { name: 'New Chat' }).dblclick()
  await expect(page).not.toHaveURL(new RegExp(second))
  await expect(composer(page)).toBeEnabled()
  await conversationInUrl(page)
  expect(created()).toBe(3)
})

test('a draft in a new chat survives a reload, and comes along to the next new chat; Chat goes on with the last conversation', async ({
  page,
}) => {
  await signUp(page)
  const first = await startChat(page, 'Ines Calder')
  await composer(page).fill('I was about to say')
  await page.reload()
  await expect(composer(page)).toHaveValue('I was about to say')
  await page.goto('/')
  const second = await startChat(page, 'Ines Calder')
  expect(second).not.toBe(first)
  await expect(composer(page)).toHaveValue('I was about to say')
  await sendMessage(page, 'I said it.')
  await page.goto('/')
  // Chat goes on with the last conversation, and New Chat begins another.
  expect(await startChat(page, 'Ines Calder')).toBe(second)
  await expect(transcript(page).getByText('I said it.')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await page.getByRole('button', { name: 'New Chat' }).click()
  await expect(page).not.toHaveURL(new RegExp(second))
  await conversationInUrl(page)
})

test('without a connection a new chat says so, and Try again creates it', async ({ page }) => {
  await signUp(page)
  await startChat(page, 'Ines Calder')
  await page.route('**/api/conversations', (route) => route.abort())
  await page
    .getByRole('link', { name: 'Home', exact: true })
    .or(page.getByRole('button', { name: 'Back' }))
    .first()
    .click()
  await page.getByRole('link', { name: 'Chat with Ines Calder' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText("Can't reach the server")
  await page.unroute('**/api/conversations')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(composer(page)).toBeEnabled()
  await conversationInUrl(page)
  await expect(alert).toHaveCount(0)
})
