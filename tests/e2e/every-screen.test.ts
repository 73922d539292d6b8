import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './expect-accessible.ts'
import { test as base, startServer } from './fixture.ts'
import { type KeptPages, prepareScreens } from './screens/prepare-screens.ts'
import type { Screen, Viewport } from './screens/screen.ts'
import { screens } from './screens/screens.ts'

/** Opens a screen on a server with the accounts and the data that the screens show. */
type Open = (screen: Screen, viewport: Viewport) => Promise<Page>

const test = base.extend<object, { open: Open }>({
  open: [
    async ({ browser }, use) => {
      const server = await startServer({ AGE_ASSURANCE: 'none' })
      const openScreen = await prepareScreens(server.url, server.dataDir)
      const kept: KeptPages = new Map()
      await use((screen, viewport) => openScreen(browser, screen, 'light', viewport, kept))
      await server.stop()
    },
    // Accounts, conversations and their index take several times as long as a test.
    { scope: 'worker', timeout: 600_000 },
  ],
})

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const smallest = { width: 320, height: 640 }

test.describe('every screen is accessible in both themes and fits phones, also with text of twice the size', () => {
  for (const screen of screens) {
    test(screen.name, async ({ open }) => {
      const page = await open(screen, screen.only === 'phone' ? phone : desktop)
      await expectAccessible(page)
      await switchToDark(page)
      await expectAccessible(page, 'colours')
      await page.setViewportSize(smallest)
      await expectToFit(page)
      await page.setViewportSize(phone)
      await doubleText(page)
      await expectToFit(page)
      if (screen.isAlone) await page.context().close()
    })
  }
})

/** The controls of a story have another layout on a phone: menus and panels become sheets. */
const onPhone = [
  ...['chat-scene', 'chat-scene-dialog', 'chat-add-character', 'chat-start-scene', 'chat-memory', 'chat-story-map'],
  ...['personas', 'personas-new', 'chat-choose-persona', 'chat-notes', 'chat-quick-replies', 'chat-all-commands'],
  ...['chat-move-to-folder', 'chat-filter', 'chat-search', 'palette-messages', 'chat-reading', 'chat-message-menu'],
]

test('the tools of a story are accessible on a phone', async ({ open }) => {
  for (const name of onPhone) {
    await test.step(name, async () => {
      const screen = screens.find((one) => one.name === name)
      if (!screen) throw new Error(`There is no screen ${name}.`)
      await expectAccessible(await open(screen, phone))
    })
  }
})

/** What the browser's text size setting does. The next screen is another document. */
function doubleText(page: Page): Promise<void> {
  return page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
}

/** What the theme toggle does; not every screen shows it. */
function switchToDark(page: Page): Promise<void> {
  return page.evaluate(() => document.documentElement.classList.add('dark'))
}
