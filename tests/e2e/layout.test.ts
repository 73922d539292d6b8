import type { Page } from '@playwright/test'
import { expect, test } from './conformance/check.ts'
import { createCharacter, findSampleCharacter } from './conformance/server.ts'
import { delayResponses } from './delay-responses.ts'

test.use({ viewer: 'new-user' })

const widths = [320, 390, 768, 1440]

/** Sums the layout shifts without user input, from the first paint on; returns a function that reads the sum. */
async function observeLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const target = window as unknown as { layoutShift: number }
    target.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) target.layoutShift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await waitForPaint(page)
    return page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
  }
}

/** Waits two frames, after which the page is painted and observers have run. */
function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

for (const width of [390, 1440]) {
  test(`nothing moves when the data loads, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const readShifts = await observeLayoutShifts(page)
    for (const path of ['/', '/discover', '/chat']) {
      const release = await delayResponses(page, /\/api\/characters/)
      await page.goto(path)
      await page.getByText('Loading characters').first().waitFor({ state: 'attached' })
      await waitForPaint(page)
      release()
      await page.getByText('Ines Calder').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await readShifts(), path).toBeLessThan(0.05)
      await page.unrouteAll()
    }
  })

  test(`nothing moves when a conversation opens, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
    const response = await page.request.post('/api/chat', { data: { characterId, message: 'The ledger, please.' } })
    const { conversationId } = await response.json()
    const readShifts = await observeLayoutShifts(page)
    const release = await delayResponses(page, /\/api\/(conversations|characters)/)
    await page.goto(`/chat/${conversationId}`)
    await page.getByText('Opening the conversation').waitFor({ state: 'attached' })
    await waitForPaint(page)
    release()
    await page.getByRole('log').getByText('The ledger, please.', { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await readShifts()).toBeLessThan(0.05)
  })
}

test('a conversation is readable while its font has not loaded', async ({ page }) => {
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  const response = await page.request.post('/api/chat', { data: { characterId, message: 'The ledger, please.' } })
  const { conversationId } = await response.json()
  const release = await delayResponses(page, /literata/)
  await page.goto(`/chat/${conversationId}`, { waitUntil: 'commit' })
  await expect(page.getByRole('log').getByText('The ledger, please.', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.fonts.check('1em "Literata Variable"'))).toBe(false)
  release()
})

test('a conversation opens at its end with prefers-reduced-motion', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  let conversationId: string | undefined
  for (const message of ['The first of three. '.repeat(40), 'The second. '.repeat(60), 'The last message.']) {
    const response = await page.request.post('/api/chat', { data: { characterId, conversationId, message } })
    conversationId = (await response.json()).conversationId
  }
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true)
  await page.goto(`/chat/${conversationId}`)
  await expect(page.getByRole('log').getByText('The last message.', { exact: true })).toBeInViewport()
  const distanceToEnd = () =>
    page.getByRole('log').evaluate((log) => {
      let box: Element | null = log
      while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement
      return box ? box.scrollHeight - box.clientHeight - box.scrollTop : null
    })
  await expect.poll(distanceToEnd).toBeLessThanOrEqual(1)
})

/** Names of exactly a hundred characters that are difficult to lay out. */
const longNames = {
  'one word': 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100),
  'many words': 'The Most Honourable Keeper of the Lamp '.repeat(3).slice(0, 99).padEnd(100, 'p'),
  'right to left': 'شهرزاد راوية الحكايات القديمة '.repeat(4).slice(0, 99).padEnd(100, 'ة'),
  Hebrew: 'מספרתהסיפוריםהגדולה'.repeat(6).slice(0, 100),
  Chinese: '守夜人与他的灯塔里住着一只猫'.repeat(8).slice(0, 100),
}

for (const [kind, name] of Object.entries(longNames)) {
  test(`a name of a hundred characters does not overflow, ${kind}`, async ({ page }) => {
    expect(name).toHaveLength(100)
    const longText = `${name} ${name}`
    const { id } = await createCharacter(page.request, {
      name,
      description: longText,
      userRole: longText,
      greeting: longText,
      isPublic: true,
    })
    const pages = {
      '/my-characters': () => page.getByRole('article').getByRole('heading', { name }),
      [`/discover?search=${encodeURIComponent(name)}`]: () => page.getByRole('article').getByRole('heading', { name }),
      '/chat': () => page.getByRole('main').getByRole('link').filter({ hasText: name }).first(),
      [`/chat?character=${id}`]: () => page.getByRole('log').getByText(name.slice(0, 12)).first(),
      [`/create?id=${id}`]: () => page.getByLabel('Name', { exact: true }),
    }
    for (const [path, landmark] of Object.entries(pages)) {
      await page.goto(path)
      await landmark().waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await waitForPaint(page)
        expect(await page.evaluate(findOverflowingText), `${path} at ${width} px`).toEqual([])
      }
    }
  })
}

/** Texts that extend beyond the window, or beyond a box that cuts them off without an ellipsis. */
function findOverflowingText(): string[] {
  const overflowing: string[] = []
  if (document.documentElement.scrollWidth > window.innerWidth) overflowing.push('the page is wider than the window')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue
    const frame = frameOf(parent)
    if (!frame) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, right, width } of range.getClientRects()) {
      if (width > 0 && (left < frame.left - 1.5 || right > frame.right + 1.5)) {
        overflowing.push(`“${node.textContent.trim().slice(0, 40)}” ${Math.round(left)}–${Math.round(right)}`)
        break
      }
    }
  }
  return overflowing

  /** The horizontal bounds of a text; null if it has an ellipsis, scrolls, or is only for screen readers. */
  function frameOf(element: Element): { left: number; right: number } | null {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      const { left, right, width } = box.getBoundingClientRect()
      if (style.position === 'fixed' && width === 0) return null
      if (style.overflowX === 'visible' || style.display === 'inline') continue
      if (width <= 1 || style.overflowX !== 'hidden') return style.overflowX === 'clip' ? { left, right } : null
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') {
        // A line clamp limits the height only.
        if (style.textOverflow === 'ellipsis') return null
      }
      return { left, right }
    }
    return { left: 0, right: window.innerWidth }
  }
}
