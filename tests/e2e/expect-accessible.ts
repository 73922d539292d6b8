import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

/** Half as long as `axe.source`, which every page would have to parse. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The axe rules whose result can differ between the light and the dark theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Asserts that axe has no serious or critical finding and that nothing is wider than the window. With `colours`, only
 * the rules about colours run. Findings are asked for again until there are none or the time of `expect` is over: an
 * animation that begins while axe runs shows colours that the page does not keep.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  // Once per page: parsing the source of axe takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await expect.poll(() => findProblems(page, rules)).toEqual([])
  await expectToFit(page)
}

async function findProblems(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  await waitForAnimations(page)
  return page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // What is open hides the rest of the page, which is a screen of its own.
      const open = document.querySelector('[role="dialog"], [role="menu"]') ?? document
      const { violations } = await axe.run(open, {
        resultTypes: ['violations'],
        // No rule that runs here needs the style sheets, which axe would request again.
        preload: false,
        // Its findings are moderate, and it takes a tenth of the time.
        rules: { region: { enabled: false } },
        ...(runOnly ? { runOnly } : {}),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
    },
    rules === 'colours' ? colourRules : null,
  )
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

/** Asserts that nothing is wider than the window, the transcript or a dialog, once the layout has settled. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => {
      const parts = [...document.querySelectorAll('[role="log"], [role="dialog"]')]
      const inside = parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...inside)
    })
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}
