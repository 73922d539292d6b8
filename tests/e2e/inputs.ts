import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** How a person works with the page. */
export interface Input {
  press: (target: Locator) => Promise<void>
  /** Shows the version before (-1) or after (1) a message; after the last one a new one is written. */
  turn: (message: Locator, step: -1 | 1) => Promise<void>
  /** Chooses an item of the menu that is open. */
  choose: (page: Page, item: string | RegExp) => Promise<void>
  /** Presses a button of the notice that is shown. */
  answerNotice: (page: Page, button: string) => Promise<void>
}

const itemOf = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name, exact: true })
const noticeButton = (page: Page, name: string) =>
  page.getByRole('region', { name: /F8/ }).getByRole('button', { name, exact: true })

export const touch: Input = {
  press: (target) => target.tap(),
  turn: (message, step) => swipe(message, step * -160),
  choose: (page, item) => itemOf(page, item).tap(),
  answerNotice: (page, button) => noticeButton(page, button).tap(),
}

/** Tab, arrow keys, Enter, and F8 for notices; nothing gets the focus in another way. */
export const keyboard: Input = {
  press: async (target) => {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  turn: async (message, step) => {
    await tabTo(message.getByRole('button', { name: 'Message options' }))
    await message.page().keyboard.press(step < 0 ? 'ArrowLeft' : 'ArrowRight')
  },
  choose: async (page, name) => {
    const item = itemOf(page, name)
    await item.waitFor()
    const hasFocus = () => item.evaluate((element) => element === document.activeElement)
    while (!(await hasFocus())) {
      // The menu moves the focus after the event of the key.
      const focused = await page.evaluateHandle(() => document.activeElement)
      await page.keyboard.press('ArrowDown')
      await page.waitForFunction((before) => document.activeElement !== before, focused)
    }
    await page.keyboard.press('Enter')
  },
  answerNotice: async (page, button) => {
    await noticeButton(page, button).waitFor()
    await page.keyboard.press('F8')
    await keyboard.press(noticeButton(page, button))
  },
}

const maxPresses = 150

/** Moves the focus to the target with Tab, backwards where it stands before the element that has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < maxPresses; presses += 1) {
    const key = await target.evaluate((element) => {
      const { activeElement } = document
      if (element === activeElement) return null
      const isBefore = (activeElement?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING
      return isBefore ? 'Shift+Tab' : 'Tab'
    })
    if (key === null) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`${target} cannot be reached with Tab`)
}

/** A horizontal swipe with one finger over the middle of an element. */
async function swipe(target: Locator, distance: number): Promise<void> {
  const page = target.page()
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }] })
  await send('touchStart', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', distance * part)
  await send('touchEnd', distance)
}
