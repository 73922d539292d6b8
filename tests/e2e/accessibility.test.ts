import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './expect-accessible.ts'
import { test } from './fixture.ts'
import type { Screen } from './screens/screen.ts'
import { screens } from './screens/screens.ts'

// In one worker, which prepares the accounts once. It takes longest, so it begins first: files begin by their names.
test.describe.configure({ mode: 'default' })

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const smallest = { width: 320, height: 640 }

/** The controls of a story have another layout on a phone: menus and panels become sheets. */
const otherOnPhone = new Set([
  ...['chat-scene', 'chat-scene-dialog', 'chat-add-character', 'chat-start-scene', 'chat-memory', 'chat-story-map'],
  ...['personas', 'personas-new', 'chat-choose-persona', 'chat-notes', 'chat-quick-replies', 'chat-all-commands'],
  ...['chat-move-to-folder', 'chat-filter', 'chat-search', 'palette-messages', 'chat-reading', 'chat-message-menu'],
])

/** Those of a page follow each other, so that it is loaded once for many. */
const order = ({ user, path, setUp, act }: Screen) => `${user} ${path} ${setUp ? 1 : 0}${act ? 1 : 0}`
const ordered = screens.toSorted((one, other) => order(one).localeCompare(order(other)))

test.describe('every screen is accessible in both themes and fits phones, also with text of twice the size', () => {
  for (const screen of ordered) {
    test(screen.name, async ({ openScreen }) => {
      const page = await openScreen(screen, screen.only === 'phone' ? phone : desktop)
      await expectAccessible(page)
      await switchToDark(page)
      await expectAccessible(page, 'colours')
      await page.setViewportSize(smallest)
      await expectToFit(page)
      await page.setViewportSize(phone)
      if (otherOnPhone.has(screen.name)) await expectAccessible(page)
      await doubleText(page)
      await expectToFit(page)
      if (screen.isAlone) await page.context().close()
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
