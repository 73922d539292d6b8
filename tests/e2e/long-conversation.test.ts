import type { Locator } from '@playwright/test'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import { fillConversation } from '../support/long-conversation.ts'
import { expect, startServer, test } from './fixture.ts'
import { finishedReply, sayTo, signUp } from './people.ts'

const lines = 10_000

test('a conversation of ten thousand lines opens at once and reads back without jumping', async ({ page }) => {
  test.slow()
  const server = await startServer()
  await page.goto(server.url)
  await signUp(page, server.url)
  const id = await sayTo(page, 'Ines Calder', 'The first of many.')
  await finishedReply(page, id)
  await fill(server.dataDir, id)

  const long = page.url()
  await page.goto(server.url)
  const shortId = await sayTo(page, 'Captain Rhodes', 'The only one.')
  await finishedReply(page, shortId)
  const short = page.url()

  const newest = page.getByText(`Line ${lines - 1}:`)
  const open = async (address: string, line: Locator) => {
    await page.goto('about:blank')
    const started = performance.now()
    await page.goto(address, { waitUntil: 'commit' })
    await line.waitFor()
    return performance.now() - started
  }
  const took: { short: number; long: number }[] = []
  for (let round = 0; round < 4; round += 1) {
    took.push({ short: await open(short, page.getByText('The only one.').last()), long: await open(long, newest) })
  }
  const [, ...warm] = took
  const best = { short: Math.min(...warm.map((t) => t.short)), long: Math.min(...warm.map((t) => t.long)) }
  console.log(
    `opening a conversation: 3 lines ${Math.round(best.short)} ms, ${lines} lines ${Math.round(best.long)} ms`,
  )
  // On a busy machine every page is slow; a long conversation must not be slower than a short one by much.
  expect(best.long).toBeLessThan(best.short * 1.5 + 100)

  // Reading back: what is on screen stays where it is while older pages come in above it.
  const log = page.getByRole('log')
  await log.hover()
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, -700)
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
  }
  await expect(newest).toHaveCount(0)
  const jump = await log.evaluate(watchForJumps)
  expect(jump).toBeLessThanOrEqual(2)
  await server.stop()
})

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

async function fill(dataDir: string, conversationId: string): Promise<void> {
  const clock = systemClock
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir, exclusive: false, now: clock.now() })
  await fillConversation({ db, clock, ids: createIds(clock) }, conversationId, lines)
  await close()
}
