import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { httpRequest } from '#tests/support/http-client.ts'
import { addBranches } from '#tests/support/long-conversation.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { addUsers, type BenchEnvironment, type BenchUser, createBenchEnvironment } from './bench-environment.ts'
import { median, ms, range, times } from './figures.ts'
import { extendConversations } from './long-conversation.ts'

/** Numbers of messages: half of them on the active path, half in branches of twelve. */
const sizes = [100, 2_000, 10_000]
const openingsPerSeries = 4

interface Figures {
  answer: number[]
  bytes: number
  open: number[]
  elements: number
}

/** Measures the answer of the map, and the time from the click to the drawn map, as a story grows. */
export const storyMap: Bench = {
  name: 'story-map',
  title: 'The story map: from the click to the drawn tree, in Chromium with software rendering',
  async run({ series }) {
    const environment = await createBenchEnvironment({ first: 0, gap: 0, tokens: 1 })
    await addUsers(environment, sizes.length)
    await fillTrees(environment)
    const executablePath = findBrowser()
    const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
    const figures = sizes.map((): Figures => ({ answer: [], bytes: 0, open: [], elements: 0 }))
    const pages: Page[] = []
    for (const user of environment.users) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      pages.push(await openConversation(context, environment, user))
    }
    // The first round is a warm-up: it loads the code of the map.
    for (let round = 0; round <= series * openingsPerSeries; round += 1) {
      for (const [index, user] of environment.users.entries()) {
        const [figure, page] = [figures[index], pages[index]]
        if (!figure || !page) continue
        const answer = await measureAnswer(environment, user, figure)
        const open = await measureOpening(page, figure)
        if (round === 0) continue
        figure.answer.push(answer)
        figure.open.push(open)
      }
    }
    await browser.close()
    await environment.close()
    return markdownTable(
      ['messages', 'answer', 'ratio', 'kB', 'until drawn', 'ratio', 'range', 'elements'],
      rowsOf(figures),
    )
  },
}

function rowsOf(figures: Figures[]) {
  const [first] = figures
  return figures.map(({ answer, bytes, open, elements }, index) => [
    sizes[index]?.toLocaleString('en') ?? '',
    ms(median(answer)),
    times(median(answer) / median(first?.answer ?? [])),
    (bytes / 1000).toFixed(0),
    ms(median(open)),
    times(median(open) / median(first?.open ?? [])),
    range(open, ms),
    String(elements),
  ])
}

async function fillTrees(environment: BenchEnvironment): Promise<void> {
  await extendConversations(
    environment,
    environment.users,
    sizes.map((size) => size / 2),
  )
  const { db, close } = openSqlite(path.join(environment.dataDir, 'troupe.db'))
  const context = { db, ids: createIds(systemClock), clock: systemClock }
  for (const [index, { conversationId }] of environment.users.entries()) {
    await addBranches(context, conversationId, (sizes[index] ?? 0) / 2)
  }
  await close()
}

async function openConversation(context: BrowserContext, { server }: BenchEnvironment, user: BenchUser): Promise<Page> {
  await context.addCookies([{ name: 'sid', value: user.cookie.replace('sid=', ''), url: server.url }])
  const page = await context.newPage()
  await page.goto(`${server.url}/chat/${user.conversationId}`)
  await page.getByRole('log').getByRole('article').last().waitFor()
  return page
}

async function measureAnswer({ server }: BenchEnvironment, user: BenchUser, figure: Figures): Promise<number> {
  const url = `${server.url}/api/conversations/${user.conversationId}/map`
  const startedAt = performance.now()
  const { status, text } = await httpRequest(url, { cookie: user.cookie })
  const elapsed = performance.now() - startedAt
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`)
  figure.bytes = text.length
  return elapsed
}

/** In the page, so that the time of the measuring process is not part of it. */
async function measureOpening(page: Page, figure: Figures): Promise<number> {
  const elapsed = await page.evaluate(async () => {
    const button = document.querySelector<HTMLButtonElement>('button[aria-label="Story map"]')
    const startedAt = performance.now()
    button?.click()
    while (!document.querySelector('[role="treeitem"][aria-selected="true"]')) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    // Two frames later it is painted.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - startedAt
  })
  figure.elements = await page.locator('[role="tree"] *').count()
  await page.keyboard.press('Escape')
  await page.getByRole('tree').waitFor({ state: 'detached' })
  return elapsed
}
