import { MockUpstream } from '../support/upstream.ts'
import { test as base, expect, type RunningServer, startServer } from './fixture.ts'
import { conversationInUrl, finishedReply, lastReply, letters, sayTo, signUp, startChat } from './people.ts'

/** A model that takes its time: a reply lasts twelve seconds, unless it is told to hurry. */
const test = base.extend<{ slow: { upstream: MockUpstream; server: RunningServer } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  slow: async ({}, use) => {
    const upstream = new MockUpstream({ firstTokenMs: 200, gapMs: 60, tokens: 200 })
    await upstream.listen()
    const server = await startServer({ MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'mock-chat' })
    await use({ upstream, server })
    await server.stop()
    await upstream.close()
  },
  baseURL: async ({ slow }, use) => use(slow.server.url),
})

/** What is left of the reply comes at once, and so does every reply from here on. */
const hurry = ({ upstream }: { upstream: MockUpstream }) => Object.assign(upstream.pace, { firstTokenMs: 0, gapMs: 0 })

test('a reload in the middle of a reply goes on where it was, without gap or repetition', async ({ page, slow }) => {
  await signUp(page)
  const conversation = await sayTo(page, 'Ines Calder', 'Tell me everything.')
  await expect.poll(async () => (await lastReply(page)).length).toBeGreaterThan(60)
  const before = await lastReply(page)
  await page.reload()
  await expect.poll(async () => (await lastReply(page)).length).toBeGreaterThanOrEqual(before.length)
  const after = await lastReply(page)
  hurry(slow)
  const whole = await finishedReply(page, conversation)
  expect(after.length).toBeLessThan(whole.length)
  expect(whole.startsWith(before)).toBe(true)
  expect(whole.startsWith(after)).toBe(true)
  await expect.poll(() => lastReply(page)).toBe(whole)
})

test('a reload before the answer to Send neither loses the line nor says it twice', async ({ page, slow }) => {
  hurry(slow)
  await signUp(page)
  const log = page.getByRole('log')
  const composer = page.getByRole('textbox', { name: /message/i })
  // Lines arrive; that they did is never heard.
  let arrived = Promise.withResolvers<void>()
  await page.route('**/api/chat', async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  const sendAndReload = async (line: string) => {
    arrived = Promise.withResolvers()
    await composer.fill(line)
    await page.keyboard.press('Enter')
    await arrived.promise
    expect(await page.evaluate(sentButUnheard)).toBe(line)
    await page.reload()
  }
  const conversation = await startChat(page, 'Ines Calder')
  await sendAndReload('Is the archive open?')
  expect(await conversationInUrl(page)).toBe(conversation)
  await expect(log.getByText('Is the archive open?')).toHaveCount(1)
  await expect(composer).toHaveValue('')
  await finishedReply(page, conversation)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await sendAndReload('Then open it.')
  await expect(log.getByText('Then open it.')).toHaveCount(1)
  await expect(composer).toHaveValue('')
  const whole = await finishedReply(page, conversation)
  await expect.poll(() => lastReply(page)).toBe(whole)
  const { messages } = await (await page.request.get(`/api/conversations/${conversation}`)).json()
  expect(messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(2)
})

/** The one draft in storage that was sent, and whose arrival was not heard of. */
function sentButUnheard(): string | null {
  const sent = Object.keys(localStorage).find((key) => key.startsWith('sent:'))
  return sent ? localStorage.getItem(sent.replace('sent:', 'draft:')) : null
}

test('a tab closed in the middle finds the finished reply when it comes back', async ({ page, context, slow }) => {
  await signUp(page)
  const conversation = await sayTo(page, 'Ines Calder', 'I have to run.')
  await expect.poll(async () => (await lastReply(page)).length).toBeGreaterThan(30)
  const address = page.url()
  await page.close()
  const later = await context.newPage()
  await later.goto('/favicon.svg')
  hurry(slow)
  const whole = await finishedReply(later, conversation)
  await later.goto(address)
  await expect.poll(() => lastReply(later)).toBe(whole)
})

test('an upstream fault is told in the character’s place, and Try again mends it', async ({ page, slow }) => {
  hurry(slow)
  await signUp(page)
  slow.upstream.failure = 'server-error'
  const conversation = await sayTo(page, 'Ines Calder', 'Are you there?')
  await expect(page.getByText(/AI servers are having issues/).first()).toBeVisible()
  await expect(page.getByText('Are you there?').first()).toBeVisible()
  slow.upstream.failure = null
  await page.getByRole('button', { name: 'Try again' }).click()
  const whole = await finishedReply(page, conversation)
  await expect.poll(() => lastReply(page)).toBe(whole)
  await expect(page.getByRole('log').getByText(/AI servers are having issues/)).toHaveCount(0)
})

test('Stop keeps what was said, and Continue goes on from it', async ({ page, slow }) => {
  await signUp(page)
  const conversation = await sayTo(page, 'Ines Calder', 'Go on.')
  await expect.poll(async () => (await lastReply(page)).length).toBeGreaterThan(30)
  await page.getByRole('button', { name: /^stop/i }).click()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.waitFor()
  hurry(slow)
  await goOn.click()
  await finishedReply(page, conversation)
  const { messages } = await (await page.request.get(`/api/conversations/${conversation}`)).json()
  expect(messages.at(-2)).toMatchObject({ role: 'character', status: 'interrupted' })
  expect(letters(messages.at(-2).content).length).toBeGreaterThan(30)
  await expect.poll(() => lastReply(page)).toBe(letters(messages.at(-1).content))
})
