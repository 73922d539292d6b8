import type { Locator, Page, Response } from '@playwright/test'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import { fillConversation } from '../support/long-conversation.ts'
import { test as base, expect, type RunningServer, startServer } from './fixture.ts'
import { finishedReply, sayTo, signUp } from './people.ts'

const lines = 10_000
/** Fills the window as the long one does, and its first page as well. */
const few = 100

/** A server of this test alone: it is written to from outside. */
const test = base.extend<{ own: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  own: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },
  baseURL: async ({ own }, use) => use(own.url),
})

test('a conversation of ten thousand lines opens like one of a hundred, and reads back without jumping', async ({
  page,
  own,
}) => {
  test.slow()
  await signUp(page)
  const conversation = async (count: number) => {
    await page.goto('/')
    const id = await sayTo(page, 'Ines Calder', 'The first of many.')
    await finishedReply(page, id)
    await fill(own.dataDir, id, count)
    return { id, newest: page.getByText(`Message ${count - 1}:`) }
  }
  const long = await conversation(lines)
  const short = await conversation(few)

  // Counted and not timed: how long it takes stands in docs/performance.md, and depends on what else the machine does.
  const costs = { short: await open(page, short), long: await open(page, long) }
  expect(costs.long.asked).toEqual(costs.short.asked)
  expect(costs.long.bytes).toBeLessThan(costs.short.bytes * 1.05)
  expect(costs.long.elements).toBeLessThan(costs.short.elements * 1.05)

  // Reading back: what is on screen stays where it is while older pages come in above it.
  const log = page.getByRole('log')
  await log.hover()
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, -700)
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
  }
  await expect(long.newest).toHaveCount(0)
  expect(await log.evaluate(watchForJumps)).toBeLessThanOrEqual(2)
})

/** What opening a conversation asks of the server, how much comes of it, and how much is drawn. */
async function open(page: Page, { id, newest }: { id: string; newest: Locator }) {
  await page.goto('about:blank')
  const answers: Response[] = []
  const listen = (response: Response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) answers.push(response)
  }
  page.on('response', listen)
  await page.goto(`/chat/${id}`)
  await newest.waitFor()
  await page.waitForLoadState('networkidle')
  page.off('response', listen)
  const asked = answers.map((answer) => `${answer.request().method()} ${answer.url().replaceAll(id, '{id}')}`).sort()
  const bodies = await Promise.all(answers.map((answer) => answer.body()))
  const bytes = bodies.reduce((sum, { length }) => sum + length, 0)
  return { asked, bytes, elements: await page.locator('*').count() }
}

/** Watches a line in the middle of the window while pages load; answers how far it moved on its own, in pixels. */
async function watchForJumps(log: Element): Promise<number> {
  const middle = log.getBoundingClientRect().top + log.clientHeight / 2
  const line = [...log.querySelectorAll('p')].find((text) => text.getBoundingClientRect().bottom > middle)
  if (!line) return Number.POSITIVE_INFINITY
  const from = line.getBoundingClientRect().top
  let moved = 0
  for (let frame = 0; frame < 60; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    moved = Math.max(moved, Math.abs(line.getBoundingClientRect().top - from))
  }
  return moved
}

async function fill(dataDir: string, conversationId: string, count: number): Promise<void> {
  const clock = systemClock
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir, exclusive: false, now: clock.now() })
  await fillConversation({ db, clock, ids: createIds(clock) }, conversationId, count)
  await close()
}
