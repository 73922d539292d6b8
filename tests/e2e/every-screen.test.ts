import type { Page } from '@playwright/test'
import { prepareVisits, type Visits } from '../../scripts/screenshots/prepare-visits.ts'
import { screens } from '../../scripts/screenshots/screens.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { test as base, startServer } from './fixture.ts'

/** A house with guests in it, as the screens need them. */
const test = base.extend<object, { visits: Visits }>({
  visits: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const server = await startServer({ AGE_ASSURANCE: 'none' })
      await use(await prepareVisits(server.url, server.dataDir))
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const liveReplies = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const smallest = { width: 320, height: 640 }

test.describe('every screen can be read by everyone, by day and by night, and fits the smallest phone', () => {
  for (const screen of screens) {
    test(screen.name, async ({ browser, visits }) => {
      const page = await visits.open(browser, screen, 'light', screen.only === 'phone' ? phone : liveReplies)
      await expectAccessible(page)
      await nightFalls(page)
      await expectAccessible(page, 'colours')
      await page.setViewportSize(smallest)
      await expectToFit(page)
      await page.context().close()
    })
  }
})

/** What the theme toggle does, where it is not in reach. */
function nightFalls(page: Page): Promise<void> {
  return page.evaluate(() => document.documentElement.classList.add('dark'))
}
