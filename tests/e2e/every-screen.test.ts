import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './expect-accessible.ts'
import { test as base, startServer } from './fixture.ts'
import { type OpenScreen, prepareScreens } from './screens/prepare-screens.ts'
import { screens } from './screens/screens.ts'

/** A server with the accounts and the data that the screens show. */
const test = base.extend<object, { openScreen: OpenScreen }>({
  openScreen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const server = await startServer({ AGE_ASSURANCE: 'none' })
      await use(await prepareScreens(server.url, server.dataDir))
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const smallest = { width: 320, height: 640 }

test.describe('every screen is accessible in both themes and fits a phone of 320 pixels', () => {
  for (const screen of screens) {
    test(screen.name, async ({ browser, openScreen }) => {
      const page = await openScreen(browser, screen, 'light', screen.only === 'phone' ? phone : desktop)
      await expectAccessible(page)
      await switchToDark(page)
      await expectAccessible(page, 'colours')
      await page.setViewportSize(smallest)
      await expectToFit(page)
      await page.context().close()
    })
  }
})

/** What the theme toggle does; not every screen shows it. */
function switchToDark(page: Page): Promise<void> {
  return page.evaluate(() => document.documentElement.classList.add('dark'))
}
