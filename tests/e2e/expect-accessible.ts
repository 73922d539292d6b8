import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** The axe rules whose result can differ between the light and the dark theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Asserts that axe has no serious or critical finding and that nothing is wider than the window. With `colours`, only
 * the rules about colours run.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  // Once per page: parsing the source of axe takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await waitForAnimations(page)
  const findings = await page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        ...(runOnly ? { runOnly } : {}),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
    },
    rules === 'colours' ? colourRules : null,
  )
  expect(findings).toEqual([])
  await expectToFit(page)
}

/** Waits for animations, which have intermediate colours; endless and scroll-driven animations are not waited for. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

/** Asserts that nothing is wider than the window, once the layout has settled. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}
