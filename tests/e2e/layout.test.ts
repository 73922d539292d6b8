import type { Locator, Page } from '@playwright/test'
import { createCharacter, findSampleCharacter } from './conformance/server.ts'
import { expectUncovered, toastOf } from './conformance/toast.ts'
import { delayResponses } from './delay-responses.ts'
import { expect, test } from './fixture.ts'
import { openMenu } from './open-menu.ts'

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

const topsOf = (boxes: Locator) =>
  boxes.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top))

/** Waits two frames, after which the page is painted and observers have run. */
function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

test('nothing moves when the data loads, and cards have the positions of their skeletons', async ({ page }) => {
  const readShifts = await observeLayoutShifts(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/chat', '/discover']) {
      const release = await delayResponses(page, /\/api\/characters/)
      await page.goto(path)
      await page.getByText('Loading characters').first().waitFor({ state: 'attached' })
      await waitForPaint(page)
      const skeletons = page.locator('[role=status] [aria-hidden].rounded-lg.bg-card')
      const before = path === '/discover' ? (await topsOf(skeletons)).slice(0, 8) : []
      release()
      await page.getByText('Ines Calder').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await readShifts(), `${path} at ${width} px`).toBeLessThan(0.05)
      await page.unrouteAll()
      if (path !== '/discover') continue
      const tops = await topsOf(page.getByRole('article'))
      expect(before).toHaveLength(8)
      for (const [index, top] of before.entries()) expect(Math.abs((tops[index] ?? 0) - top)).toBeLessThan(1)
    }
  }
})

test('the parts of a page that load do not move what comes after them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const { id } = await createCharacter(page.request, { name: 'Ada Quill', description: 'Keeps a lighthouse.' })
  for (const name of ['Ada', 'Bo', 'Cy']) await page.request.post('/api/personas', { data: { name } })
  const removed = { id: 'f1', targetType: 'character', targetId: id, targetName: 'Ada Quill', category: 'spam' }
  const decision = { ...removed, effect: 'character_removed', isStrike: false, decidedAt: 0, suspendedUntil: null }
  const answer = { decisions: [{ ...decision, appeal: 'possible' }], strikes: 0, reviews: [] }
  await page.route('**/api/moderation/decisions', (route) => route.fulfill({ json: answer }))
  const data = { characterId: id, message: 'The ledger, please.' }
  const { conversationId } = await (await page.request.post('/api/chat', { data })).json()
  const readShifts = await observeLayoutShifts(page)
  const heading = page.getByRole('heading', { level: 1 })
  for (const [path, loading, loaded, delayed] of [
    ['/my-characters', heading, 'Read why, and how to appeal', [/\/api\/moderation/]],
    ['/personas', heading, 'Export', [/\/api\/personas/]],
    [
      '/settings/security',
      page.getByRole('status', { name: 'Loading your account' }),
      'This device',
      [/\/api\/auth\/(recovery-codes|methods)/, /\/api\/auth\/sessions/],
    ],
    [
      `/chat/${conversationId}`,
      page.getByText('Opening the conversation'),
      'The ledger, please.',
      [/\/api\/(conversations|characters)/],
    ],
  ] as const) {
    const releases: (() => void)[] = []
    for (const url of delayed) releases.push(await delayResponses(page, url))
    await page.goto(path)
    await loading.waitFor({ state: 'attached' })
    await waitForPaint(page)
    for (const release of releases) {
      release()
      await waitForPaint(page)
    }
    await page.getByText(loaded, { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await readShifts(), path).toBeLessThan(path.startsWith('/chat') ? 0.05 : 0.005)
  }
})

test.describe('for an admin without a model', () => {
  test.use({ viewer: 'admin' })

  test('the notice moves nothing on home', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    const release = await delayResponses(page, /\/api\/model$/)
    await page.goto('/')
    await page.getByRole('article').first().waitFor()
    await expect(page.getByText('or create your own').or(page.getByText('or meet someone new'))).toBeVisible()
    // What comes below has its own reasons to change: images, and the new characters.
    const parts = page.getByRole('heading', { level: 1 }).or(page.getByRole('toolbar'))
    const before = await topsOf(parts)
    expect(before).toHaveLength(2)
    release()
    await expect(page.getByText('No AI model is connected')).toBeVisible()
    expect(await topsOf(parts)).toEqual(before)
  })
})

const isHeadingFontLoaded = () =>
  [...document.fonts].some(({ family, status }) => family.includes('Fraunces Variable') && status === 'loaded')

/** Names of one and of two lines, and some that only one of the two fonts breaks. */
const names = [
  'Ada',
  'Marguerite Delacroix',
  'Wilhelmina Ashgrove',
  'Theodora Winterbourne',
  'The Keeper of the Last Lamp',
]

test('cards are as high as each other whatever their names, also before the fonts load', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const description =
    'Writes down every ship that passes, and every ship that ought to have passed, in the same ledger.'
  for (const name of names) await createCharacter(page.request, { name, description, isPublic: true })
  const readShifts = await observeLayoutShifts(page)
  const release = await delayResponses(page, /\.woff2/)
  await page.goto('/my-characters', { waitUntil: 'commit' })
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(names.length)
  await waitForPaint(page)
  expect(await page.evaluate(isHeadingFontLoaded)).toBe(false)
  const heights = () => cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))
  const before = await heights()
  expect(new Set(before).size).toBe(1)
  const shifts = await readShifts()
  release()
  await expect.poll(() => page.evaluate(isHeadingFontLoaded)).toBe(true)
  await waitForPaint(page)
  expect(await heights()).toEqual(before)
  expect((await readShifts()) - shifts).toBeLessThan(0.02)
})

test('a conversation opens at its end, and is readable while its font has not loaded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  const said = (content: string) => ({ role: 'user', content })
  const conversationHistory = [said('The first of three. '.repeat(40)), said('The second. '.repeat(60))]
  const data = { characterId, message: 'The last message.', conversationHistory }
  const { conversationId } = await (await page.request.post('/api/chat', { data })).json()
  const release = await delayResponses(page, /literata/)
  await page.goto(`/chat/${conversationId}`, { waitUntil: 'commit' })
  await expect(page.getByRole('log').getByText('The last message.', { exact: true })).toBeInViewport()
  expect(await page.evaluate(() => document.fonts.check('1em "Literata Variable"'))).toBe(false)
  const distanceToEnd = () =>
    page.getByRole('log').evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)
  await expect.poll(distanceToEnd).toBeLessThanOrEqual(1)
  release()
})

test('a toast covers no bar, field, dialog or new message on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await createCharacter(page.request, { name: 'Ada Quill', description: 'Keeps a lighthouse.' })
  await page.goto(`/create?id=${id}`)
  await page.getByRole('tab', { name: 'Quick Start' }).click()
  await page.getByRole('button', { name: 'The Mentor' }).click()
  await expect(toastOf(page)).toContainText('Template Applied')
  const focused = page.getByLabel('Name', { exact: true })
  await focused.focus()
  const bar = [page.getByRole('button', { name: 'Save' }), page.getByRole('switch')]
  await expectUncovered(page, page.getByRole('banner'), ...bar, focused)
  await page.setViewportSize({ width: 768, height: 1300 })
  await expectUncovered(page, ...bar)
  await page.setViewportSize({ width: 390, height: 844 })

  // The buttons of a dialog are at the bottom.
  await page.goto('/')
  await page.route('**/api/auth/user/profile', (route) => route.fulfill({ status: 500, json: {} }))
  await openMenu(page)
  await page.getByRole('button', { name: 'Profile settings' }).click()
  await page.getByLabel('Display name').fill('Ada')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Update Failed')
  await expectUncovered(page, page.getByRole('dialog', { name: 'Profile Settings' }))

  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  const response = await page.request.post('/api/chat', { data: { characterId, message: 'The ledger, please.' } })
  await page.route('**/draft', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/chat/${(await response.json()).conversationId}`)
  await page.getByRole('button', { name: 'Write my next message' }).click()
  await expect(toastOf(page)).toContainText('No message was written')
  const last = page.getByRole('log').getByRole('article').last()
  const field = page.getByRole('textbox', { name: /^Message/ })
  await expectUncovered(page, last, field, page.getByRole('heading', { level: 1 }))
})

/** Names of exactly a hundred characters that are difficult to lay out. */
const longNames = [
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100),
  'شهرزاد راوية الحكايات القديمة '.repeat(4).slice(0, 99).padEnd(100, 'ة'),
  '守夜人与他的灯塔里住着一只猫'.repeat(8).slice(0, 100),
]

test('names of a hundred characters do not overflow', async ({ page }) => {
  const ids: string[] = []
  for (const name of longNames) {
    expect(name).toHaveLength(100)
    const longText = `${name} ${name}`
    const fields = { name, description: `Layout: ${longText}`, userRole: longText, greeting: longText, isPublic: true }
    ids.push((await createCharacter(page.request, fields)).id)
  }
  const cards = (name: string) => page.getByRole('article').getByRole('heading', { name })
  const pages: [path: string, landmark: (name: string) => Locator][] = [
    ['/my-characters', cards],
    ['/discover?search=layout', cards],
    [`/characters/${ids[0]}`, () => page.getByRole('heading', { level: 1 })],
    ['/chat', (name) => page.getByRole('main').getByRole('link').filter({ hasText: name }).first()],
    ...ids.flatMap((id, index): typeof pages => [
      [
        `/chat?character=${id}`,
        () =>
          page
            .getByRole('log')
            .getByText(longNames[index]?.slice(0, 12) ?? '')
            .first(),
      ],
    ]),
    [`/create?id=${ids[0]}`, () => page.getByLabel('Name', { exact: true })],
  ]
  for (const [path, landmark] of pages) {
    await page.goto(path)
    for (const name of longNames) await landmark(name).first().waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await waitForPaint(page)
      await expect.poll(() => page.evaluate(findOverflowingText), `${path} at ${width} px`).toEqual([])
    }
  }
})

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
