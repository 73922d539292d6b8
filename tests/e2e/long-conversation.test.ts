import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import { fillConversation } from '../support/long-conversation.ts'
import { signUp } from './accounts.ts'
import { sendFirstMessage, waitForReply } from './conversations.ts'
import { expect, test } from './fixture.ts'

const count = 3_000

test('a conversation of three thousand messages opens with its newest page and scrolls back without jumps', async ({
  page,
  server,
}) => {
  await signUp(page)
  const id = await sendFirstMessage(page, 'Ines Calder', 'The first of many.')
  await waitForReply(page, id)
  await fill(server.dataDir, id)
  await page.goto('about:blank')
  const pages: string[] = []
  page.on('request', (request) => request.url().includes(`/api/conversations/${id}`) && pages.push(request.url()))
  await page.goto(`/chat/${id}`)
  const newest = page.getByText(`Message ${count - 1}:`)
  await newest.waitFor()
  await page.waitForLoadState('networkidle')
  expect(pages).toHaveLength(1)

  // The visible messages must not move while older pages load above them.
  const log = page.getByRole('log')
  await log.hover()
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, -700)
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
  }
  await expect(newest).toHaveCount(0)
  expect(await log.evaluate(measureJumps)).toBeLessThanOrEqual(2)
})

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

async function fill(dataDir: string, conversationId: string): Promise<void> {
  const clock = systemClock
  const { access, close } = await openDatabase({ databaseUrl: undefined, dataDir, exclusive: false, now: clock.now() })
  await fillConversation({ db: access.db, clock, ids: createIds(clock) }, conversationId, count)
  await close()
}
