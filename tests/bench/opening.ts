import { type BrowserContext, chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { openTheatre, seatReaders } from './bench-environment.ts'
import { median, ms, range, times } from './figures.ts'
import { fill } from './long-conversation.ts'

/** The shortest of them fills the window and its first page as well as the longest does. */
const lengths = [100, 1_000, 10_000]
/** Openings of each in a series; the first of all warms up. */
const block = 5

/** How long a conversation takes from its address to lines that can be read, in a browser, as it grows. */
export const openingConversation: Bench = {
  name: 'opening',
  title: 'From a conversation’s address to its last line, in Chromium with software rendering',
  async run({ series }) {
    const theatre = await openTheatre({ first: 0, gap: 0, tokens: 1 })
    await seatReaders(theatre, lengths.length)
    const readers = theatre.readers
    await fill(theatre, readers, lengths)
    const executablePath = findBrowser()
    const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
    // Each is at a device that has been here before, as whoever has a conversation to open is.
    const devices: BrowserContext[] = []
    for (const { cookie } of readers) {
      const device = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await device.addCookies([{ name: 'sid', value: cookie.replace('sid=', ''), url: theatre.server.url }])
      devices.push(device)
    }
    const took = lengths.map((): number[] => [])
    for (let turn = 0; turn <= series * block; turn += 1) {
      for (const [place, device] of devices.entries()) {
        const milliseconds = await open(device, `${theatre.server.url}/chat/${readers[place]?.conversationId}`)
        if (turn > 0) took[place]?.push(milliseconds)
      }
    }
    await browser.close()
    await theatre.close()
    const shortest = median(took[0] ?? [])
    const rows = took.map((values, place) => [
      lengths[place]?.toLocaleString('en') ?? '',
      ms(median(values)),
      times(median(values) / shortest),
      range(values, ms),
    ])
    return markdownTable(['messages', 'until it can be read', 'ratio', 'range'], rows)
  },
}

async function open(device: BrowserContext, address: string): Promise<number> {
  const page = await device.newPage()
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('log').getByRole('article').last().waitFor()
  const took = performance.now() - begun
  await page.close()
  return took
}
