import type { Locator, Page, Response } from '@playwright/test'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import { fillConversation } from '../support/long-conversation.ts'
import { registerAccount } from './accounts.ts'
import { sendFirstMessage, waitForReply } from './conversations.ts'
import { expect, test } from './fixture.ts'

const longLength = 3_000
/** Enough to fill the window and the first page of messages. */
const shortLength = 100

test('a conversation of three thousand messages opens like one of a hundred and scrolls back without jumps', async ({
  page,
  server,
}) => {
  await registerAccount(page)
  const createConversation = async (character: string, count: number) => {
    await page.goto('/')
    const id = await sendFirstMessage(page, character, 'The first of many.')
    await waitForReply(page, id)
    await fill(server.dataDir, id, count)
    return { id, newest: page.getByText(`Message ${count - 1}:`) }
  }
  const long = await createConversation('Ines Calder', longLength)
  const short = await createConversation('Captain Rhodes', shortLength)

  // Counted instead of timed, because times depend on the load of the machine; docs/performance.md has the times.
  const costs = { short: await open(page, short), long: await open(page, long) }
  expect(costs.long.requests).toEqual(costs.short.requests)
  expect(costs.long.bytes).toBeLessThan(costs.short.bytes * 1.05)
  expect(costs.long.elements).toBeLessThan(costs.short.elements * 1.05)

  // The visible messages must not move while older pages load above them.
  const log = page.getByRole('log')
  await log.hover()
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, -700)
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
  }
  await expect(long.newest).toHaveCount(0)
  expect(await log.evaluate(measureJumps)).toBeLessThanOrEqual(2)
})

/** Opens a conversation; returns its requests, the bytes of their responses and the number of elements. */
async function open(page: Page, { id, newest }: { id: string; newest: Locator }) {
  await page.goto('about:blank')
  const responses: Response[] = []
  const listen = (response: Response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) responses.push(response)
  }
  page.on('response', listen)
  // The last request waits until the browser has nothing to do, which can take longer than the network is idle.
  const last = page.waitForResponse('**/api/quick-replies')
  await page.goto(`/chat/${id}`)
  await newest.waitFor()
  await last
  await page.waitForLoadState('networkidle')
  page.off('response', listen)
  const requests = responses
    .map((response) => `${response.request().method()} ${response.url().replaceAll(/[\da-f-]{36}/g, '{id}')}`)
    .sort()
  const bodies = await Promise.all(responses.map((response) => response.body()))
  const bytes = bodies.reduce((sum, { length }) => sum + length, 0)
  return { requests, bytes, elements: await page.locator('*').count() }
}

/** Observes a paragraph in the middle of the window for 60 frames; returns how far it moved, in pixels. */
async function measureJumps(log: Element): Promise<number> {
  const middle = log.getBoundingClientRect().top + log.clientHeight / 2
  const paragraph = [...log.querySelectorAll('p')].find((text) => text.getBoundingClientRect().bottom > middle)
  if (!paragraph) return Number.POSITIVE_INFINITY
  const start = paragraph.getBoundingClientRect().top
  let moved = 0
  for (let frame = 0; frame < 60; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    moved = Math.max(moved, Math.abs(paragraph.getBoundingClientRect().top - start))
  }
  return moved
}

async function fill(dataDir: string, conversationId: string, count: number): Promise<void> {
  const clock = systemClock
  const { access, close } = await openDatabase({ databaseUrl: undefined, dataDir, exclusive: false, now: clock.now() })
  await fillConversation({ db: access.db, clock, ids: createIds(clock) }, conversationId, count)
  await close()
}
