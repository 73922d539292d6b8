import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Of a page that was seen whole by day, what can be different by night. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * No serious or critical finding of axe on the page as it stands, and nothing wider than the window. `colours` looks at
 * those alone.
 */
export async function expectAccessible(page: Page, what: 'all' | 'colours' = 'all'): Promise<void> {
  // Once a page: reading it takes longer than looking.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await stillness(page)
  const grave = await page.evaluate(
    async (rules) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        ...(rules ? { runOnly: rules } : {}),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
    },
    what === 'colours' ? colourRules : null,
  )
  expect(grave).toEqual([])
  await expectToFit(page)
}

/** What fades or moves has a colour in between. What goes on for ever, or as the page is scrolled, is not waited for. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/** Nothing wider than the window, once it has taken its size. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(beyond).toBeLessThanOrEqual(0)
}
