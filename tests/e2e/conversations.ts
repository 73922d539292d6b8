import { expect, type Locator, type Page } from '@playwright/test'
import type { ChatResponse, ConversationPage } from '../../src/shared/chat.ts'
import type { FoundMessages } from '../../src/shared/message-search.ts'
import { registerAccount } from './accounts.ts'
import { findSampleCharacter } from './conformance/server.ts'

/** The letters and digits of a text, for comparisons that ignore markup, quotes and line breaks. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Writes a text into a field and presses Enter. */
export async function submit(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}

/** Begins a conversation with Ines Calder through the API, as a new account; returns its id. */
export async function beginConversation(page: Page, ...messages: string[]): Promise<string> {
  await registerAccount(page)
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  let conversationId = ''
  for (const message of messages) {
    const data = { characterId, message, ...(conversationId && { conversationId }) }
    const turn = (await (await page.request.post('/api/chat', { data })).json()) as ChatResponse
    conversationId = turn.conversationId
  }
  return conversationId
}

/** Begins a conversation and opens it; returns its id. */
export async function openConversation(page: Page, ...messages: string[]): Promise<string> {
  const id = await beginConversation(page, ...messages)
  await page.goto(`/chat/${id}`)
  await expect(page.getByRole('log').getByRole('article')).toHaveCount(1 + 2 * messages.length)
  return id
}

/** Opens a new chat from the home page; returns the id of its conversation. */
export async function startChat(page: Page, character: string): Promise<string> {
  await page.getByRole('link', { name: `Chat with ${character}` }).click()
  return conversationInUrl(page)
}

/** Waits until the page has the URL of a conversation; returns the conversation's id. */
export async function conversationInUrl(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/chat\/[\w-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Opens a new chat and sends a message. Waits for the response; returns the id of the conversation. */
export async function sendFirstMessage(page: Page, character: string, message: string): Promise<string> {
  const conversation = await startChat(page, character)
  const response = page.waitForResponse('**/api/chat')
  await submit(page.getByRole('textbox', { name: /message/i }), message)
  await response
  return conversation
}

/** The letters of the last reply as the page shows it. */
export async function lastReplyOnPage(page: Page): Promise<string> {
  const reply = page.getByRole('log').getByRole('article').last()
  const textOf = async (part: Locator) => lettersOf((await part.allTextContents()).join(''))
  const [name, versions] = [reply.getByRole('heading'), reply.getByRole('group', { name: 'Versions' })]
  return (await textOf(reply)).replace(await textOf(name), '').replace(await textOf(versions), '')
}

/** The newest page of a conversation as the server has it. */
export async function readConversation(page: Page, conversationId: string): Promise<ConversationPage> {
  const url = new URL(`/api/conversations/${conversationId}`, page.url()).href
  return (await page.request.get(url)).json()
}

/** Waits until the server has completed the last reply; returns the letters of its text. */
export async function waitForReply(page: Page, conversationId: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const last = (await readConversation(page, conversationId)).messages.at(-1)
      text = last?.content ?? ''
      return last?.status
    })
    .toBe('complete')
  return lettersOf(text)
}

/**
 * Waits until the search finds a message that the user wrote: messages are indexed some seconds after they are saved. A
 * reply that repeats the words does not count.
 */
export async function waitUntilFound(page: Page, words: string): Promise<void> {
  const url = new URL(`/api/messages?search=${encodeURIComponent(words)}`, page.url()).href
  const speakers = async () => {
    const { found }: FoundMessages = await (await page.request.get(url)).json()
    return found.map(({ speaker }) => speaker)
  }
  await expect.poll(speakers).toContain(null)
}

/** Presses a button of the header, or the item of its More menu. */
export async function pressInHeader(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.waitFor()
  if (await button.isVisible()) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
