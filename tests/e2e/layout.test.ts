import type { Page } from '@playwright/test'
import { expect, test } from './conformance/check.ts'
import { castMember, write } from './conformance/server.ts'
import { keepBack } from './keep-back.ts'

test.use({ viewer: 'newcomer' })

const widths = [320, 390, 768, 1440]

/** Adds up what moves without anyone's doing, from the first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const watched = window as unknown as { shifted: number }
    watched.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) watched.shifted += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await painted(page)
    return page.evaluate(() => (window as unknown as { shifted: number }).shifted)
  }
}

/** Two frames: what was drawn has been seen, and the observer has been told. */
function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

for (const width of [390, 1440]) {
  test(`nothing moves when the data arrives, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const shifted = await watchShifts(page)
    for (const path of ['/', '/discover', '/chat']) {
      const come = await keepBack(page, /\/api\/characters/)
      await page.goto(path)
      await page.getByText('Loading characters').first().waitFor({ state: 'attached' })
      await painted(page)
      come()
      await page.getByText('Ines Calder').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await shifted(), path).toBeLessThan(0.05)
      await page.unrouteAll()
    }
  })

  test(`nothing moves when a conversation opens, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const { id: characterId } = await castMember(page.request, 'Ines Calder')
    const said = await page.request.post('/api/chat', { data: { characterId, message: 'The ledger, please.' } })
    const { conversationId } = await said.json()
    const shifted = await watchShifts(page)
    const come = await keepBack(page, /\/api\/(conversations|characters)/)
    await page.goto(`/chat/${conversationId}`)
    await page.getByText('Opening the conversation').waitFor({ state: 'attached' })
    await painted(page)
    come()
    await page.getByRole('log').getByText('The ledger, please.').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await shifted()).toBeLessThan(0.05)
  })
}

test('a conversation can be read although the type it is set in does not come', async ({ page }) => {
  const { id: characterId } = await castMember(page.request, 'Ines Calder')
  const said = await page.request.post('/api/chat', { data: { characterId, message: 'The ledger, please.' } })
  const { conversationId } = await said.json()
  const come = await keepBack(page, /literata/)
  await page.goto(`/chat/${conversationId}`, { waitUntil: 'commit' })
  await expect(page.getByRole('log').getByText('The ledger, please.')).toBeVisible()
  expect(await page.evaluate(() => document.fonts.check('1em "Literata Variable"'))).toBe(false)
  come()
})

test('a conversation opens at its end where less motion is asked for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const { id: characterId } = await castMember(page.request, 'Ines Calder')
  let conversationId: string | undefined
  for (const message of ['The first of three. '.repeat(40), 'The second. '.repeat(60), 'The last line of all.']) {
    const said = await page.request.post('/api/chat', { data: { characterId, conversationId, message } })
    conversationId = (await said.json()).conversationId
  }
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true)
  await page.goto(`/chat/${conversationId}`)
  await expect(page.getByRole('log').getByText('The last line of all.')).toBeInViewport()
  const left = () =>
    page.getByRole('log').evaluate((log) => {
      let box: Element | null = log
      while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement
      return box ? box.scrollHeight - box.clientHeight - box.scrollTop : null
    })
  await expect.poll(left).toBeLessThanOrEqual(1)
})

/** Names of exactly a hundred characters, each hard in its own way. */
const hard = {
  'one word': 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100),
  'many words': 'The Most Honourable Keeper of the Lamp '.repeat(3).slice(0, 99).padEnd(100, 'p'),
  'right to left': 'شهرزاد راوية الحكايات القديمة '.repeat(4).slice(0, 99).padEnd(100, 'ة'),
  Hebrew: 'מספרתהסיפוריםהגדולה'.repeat(6).slice(0, 100),
  Chinese: '守夜人与他的灯塔里住着一只猫'.repeat(8).slice(0, 100),
}

for (const [kind, name] of Object.entries(hard)) {
  test(`a name of a hundred characters stays inside, ${kind}`, async ({ page }) => {
    expect(name).toHaveLength(100)
    const longText = `${name} ${name}`
    const { id } = await write(page.request, {
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
        await painted(page)
        expect(await page.evaluate(textOutside), `${path} at ${width} px`).toEqual([])
      }
    }
  })
}

/** Texts that leave the window, or the box that cuts them off without saying so. */
function textOutside(): string[] {
  const outside: string[] = []
  if (document.documentElement.scrollWidth > window.innerWidth) outside.push('the page is wider than the window')
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
        outside.push(`“${node.textContent.trim().slice(0, 40)}” ${Math.round(left)}–${Math.round(right)}`)
        break
      }
    }
  }
  return outside

  /** What a text may fill; null where it is shortened with an ellipsis, scrolls, or is there for listeners only. */
  function frameOf(element: Element): { left: number; right: number } | null {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      const { left, right, width } = box.getBoundingClientRect()
      if (style.position === 'fixed' && width === 0) return null
      if (style.overflowX === 'visible' || style.display === 'inline') continue
      if (width <= 1 || style.overflowX !== 'hidden') return style.overflowX === 'clip' ? { left, right } : null
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') {
        // A line clamp shortens what is too high, never what is too wide.
        if (style.textOverflow === 'ellipsis') return null
      }
      return { left, right }
    }
    return { left: 0, right: window.innerWidth }
  }
}
