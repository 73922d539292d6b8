import { type BrowserContext, chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { addUsers, createBenchEnvironment } from './bench-environment.ts'
import { median, ms, range, times } from './figures.ts'
import { extendConversations } from './long-conversation.ts'

/** Numbers of messages. Even the shortest conversation fills the viewport and the first page of messages. */
const lengths = [100, 1_000, 10_000]
/** Openings of each conversation in a series. */
const openingsPerSeries = 5

/** Measures the time from navigation to visible messages, in a browser, as a conversation grows. */
export const openingConversation: Bench = {
  name: 'opening',
  title: 'From navigation to the last message of a conversation, in Chromium with software rendering',
  async run({ series }) {
    const environment = await createBenchEnvironment({ first: 0, gap: 0, tokens: 1 })
    await addUsers(environment, lengths.length)
    const users = environment.users
    await extendConversations(environment, users, lengths)
    const executablePath = findBrowser()
    const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
    // Each user has a browser context that stays open, so that later openings use the browser's cache.
    const contexts: BrowserContext[] = []
    for (const { cookie } of users) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addCookies([{ name: 'sid', value: cookie.replace('sid=', ''), url: environment.server.url }])
      contexts.push(context)
    }
    const durations = lengths.map((): number[] => [])
    for (let round = 0; round <= series * openingsPerSeries; round += 1) {
      for (const [index, context] of contexts.entries()) {
        const milliseconds = await measureOpening(
          context,
          `${environment.server.url}/chat/${users[index]?.conversationId}`,
        )
        if (round > 0) durations[index]?.push(milliseconds)
      }
    }
    await browser.close()
    await environment.close()
    const shortest = median(durations[0] ?? [])
    const rows = durations.map((values, index) => [
      lengths[index]?.toLocaleString('en') ?? '',
      ms(median(values)),
      times(median(values) / shortest),
      range(values, ms),
    ])
    return markdownTable(['messages', 'until visible', 'ratio', 'range'], rows)
  },
}

async function measureOpening(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('log').getByRole('article').last().waitFor()
  const elapsed = performance.now() - startedAt
  await page.close()
  return elapsed
}
