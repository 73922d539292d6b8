import { expect, type Page } from '@playwright/test'

const password = 'stage-door'
let players = 0

const newName = () => {
  players += 1
  return `Player ${process.pid} ${players}`
}

/** A new account, signed in, on no page yet. */
export async function join(page: Page, url = ''): Promise<string> {
  const name = newName()
  const answer = await page.request.post(`${url}/api/auth/register`, { data: { username: name, password } })
  expect(answer.status()).toBe(200)
  return name
}

/** A new account, signed in, on the home page. */
export async function signUp(page: Page, url = ''): Promise<string> {
  const name = await join(page, url)
  await page.goto(`${url}/`)
  await homeStands(page)
  return name
}

/** The page itself, and not the frame it starts with: keys and buttons answer from here on. */
function homeStands(page: Page): Promise<void> {
  return page
    .locator('#main')
    .getByRole('heading', { name: /welcome/i })
    .waitFor()
}

/** Signs up through the dialog, as a stranger does; ends on the home page. */
export async function signUpInDialog(page: Page): Promise<string> {
  const name = newName()
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Sign Up' }).click()
  await dialog.getByLabel('Username').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel(/confirm/i).fill(password)
  await dialog.getByRole('button', { name: /sign up|create account/i }).click()
  await homeStands(page)
  return name
}

export async function logIn(page: Page, name: string, word = password): Promise<void> {
  await page.getByRole('button', { name: 'Log In' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(word)
  await dialog.getByRole('button', { name: /log in/i }).click()
}

/** The letters of a text alone: what is compared where markup, quotes and line breaks may differ. */
export const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** What the character said last, as the page shows it. */
export async function lastReply(page: Page): Promise<string> {
  const reply = page.getByRole('log').getByRole('article').last()
  const [name, all] = [await reply.getByRole('heading').textContent(), await reply.textContent()]
  return letters(all ?? '').replace(letters(name ?? ''), '')
}

/** Opens a new chat from the home page. Returns the id of its conversation. */
export async function startChat(page: Page, character: string): Promise<string> {
  await page.getByRole('link', { name: `Chat with ${character}` }).click()
  return conversationInUrl(page)
}

/** The conversation of the page's address, once it has one. */
export async function conversationInUrl(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/chat\/[\w-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Starts a chat and sends a message. Resolves once the server has the message, with the id of the conversation. */
export async function sayTo(page: Page, character: string, message: string): Promise<string> {
  const conversation = await startChat(page, character)
  const answer = page.waitForResponse('**/api/chat')
  await page.getByRole('textbox', { name: /message/i }).fill(message)
  await page.keyboard.press('Enter')
  await answer
  return conversation
}

/** The newest reply as the server has it, once it is complete. */
export async function finishedReply(page: Page, conversationId: string): Promise<string> {
  let text = ''
  await expect
    .poll(
      async () => {
        const { messages } = await (
          await page.request.get(new URL(`/api/conversations/${conversationId}`, page.url()).href)
        ).json()
        text = messages.at(-1).content
        return messages.at(-1).status
      },
      { timeout: 30_000 },
    )
    .toBe('complete')
  return letters(text)
}
