import { type MockUpstream, startUpstream } from '../support/upstream.ts'
import { signUp } from './accounts.ts'
import {
  conversationInUrl,
  lastReplyOnPage,
  sendFirstMessage,
  startChat,
  submit,
  waitForReply,
} from './conversations.ts'
import { test as base, expect } from './fixture.ts'

/** A slow model: a reply takes a minute and a half until `finishQuickly` is called. */
const test = base.extend<{ upstream: MockUpstream }>({
  upstream: async ({}, use) => {
    const upstream = await startUpstream({ firstTokenMs: 200, gapMs: 150, tokens: 600 })
    await use(upstream)
    await upstream.close()
  },
  serverEnv: ({ upstream }, use) => use({ MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'mock-chat' }),
})

/** Removes the delays of the current and all later replies. */
const finishQuickly = ({ pace }: MockUpstream) => Object.assign(pace, { firstTokenMs: 0, gapMs: 0 })

test('after a reload during a reply, the reply continues without gaps or repetitions', async ({ page, upstream }) => {
  await signUp(page)
  const conversation = await sendFirstMessage(page, 'Ines Calder', 'Tell me everything.')
  await expect.poll(async () => (await lastReplyOnPage(page)).length).toBeGreaterThan(60)
  const before = await lastReplyOnPage(page)
  await page.reload()
  await expect.poll(async () => (await lastReplyOnPage(page)).length).toBeGreaterThanOrEqual(before.length)
  const after = await lastReplyOnPage(page)
  finishQuickly(upstream)
  const whole = await waitForReply(page, conversation)
  expect(after.length).toBeLessThan(whole.length)
  expect(whole.startsWith(before)).toBe(true)
  expect(whole.startsWith(after)).toBe(true)
  await expect.poll(() => lastReplyOnPage(page)).toBe(whole)
})

test('a reload before the response to a send neither loses nor repeats the message', async ({ page, upstream }) => {
  finishQuickly(upstream)
  await signUp(page)
  const log = page.getByRole('log')
  const composer = page.getByRole('textbox', { name: /message/i })
  // The server receives the messages, but the page never gets the responses.
  let arrived = Promise.withResolvers<void>()
  await page.route('**/api/chat', async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  const sendAndReload = async (message: string) => {
    arrived = Promise.withResolvers()
    await submit(composer, message)
    await arrived.promise
    expect(await page.evaluate(findPendingDraft)).toBe(message)
    await page.reload()
  }
  const conversation = await startChat(page, 'Ines Calder')
  await sendAndReload('Is the archive open?')
  expect(await conversationInUrl(page)).toBe(conversation)
  await expect(log.getByText('Is the archive open?', { exact: true })).toHaveCount(1)
  await expect(composer).toHaveValue('')
  await waitForReply(page, conversation)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await sendAndReload('Then open it.')
  await expect(log.getByText('Then open it.', { exact: true })).toHaveCount(1)
  await expect(composer).toHaveValue('')
  const whole = await waitForReply(page, conversation)
  await expect.poll(() => lastReplyOnPage(page)).toBe(whole)
  const { messages } = await (await page.request.get(`/api/conversations/${conversation}`)).json()
  expect(messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(2)
})

/** The draft in local storage that was sent and has no response yet. */
function findPendingDraft(): string | null {
  const sent = Object.keys(localStorage).find((key) => key.startsWith('sent:'))
  return sent ? localStorage.getItem(sent.replace('sent:', 'draft:')) : null
}

test('a model that is slow to begin is said to be loading, until the reply comes', async ({ page, upstream }) => {
  await signUp(page)
  const begins = Promise.withResolvers<void>()
  upstream.held = begins.promise
  finishQuickly(upstream)
  const conversation = await sendFirstMessage(page, 'Ines Calder', 'Are you there?')
  const notice = page.getByText('The model is loading. The first reply can take a few minutes.')
  await notice.waitFor()
  begins.resolve()
  const whole = await waitForReply(page, conversation)
  await expect.poll(() => lastReplyOnPage(page)).toBe(whole)
  await expect(notice).toHaveCount(0)
})
