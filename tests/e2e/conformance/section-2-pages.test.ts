import type { Page } from '@playwright/test'
import { expect, phone, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { fetchCurrentUser, findSampleCharacter } from './server.ts'

test.use({ viewer: 'free' })

const rem = 16
const sidebarOf = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
/** Waits until the sidebar has this width, in pixels. */
const expectWidth = (page: Page, width: number) =>
  expect.poll(async () => (await sidebarOf(page).boundingBox())?.width).toBe(width)

test('§2 the pages of a free account, and the sidebar', async ({ page }) => {
  const { name } = await fetchCurrentUser(page.request)
  const main = page.getByRole('main')
  const sidebar = sidebarOf(page)
  const lists = sidebar.getByRole('navigation', { name: 'Main' }).getByRole('list')
  const linksOf = (list: number) =>
    lists
      .nth(list)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => `${link.getAttribute('href')} ${link.textContent}`))
  await page.goto('/')

  await sees('2.routes.home.1', async () => {
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^Welcome.*, ${name}$`) })).toBeVisible()
  })
  await sees('2.routes.home.2', async () => {
    await expect(main.getByRole('link', { name: 'Create Character' })).toHaveAttribute('href', '/create')
  })
  await sees('2.routes.home.3', async () => {
    await sees('7.8', () => expect(main.getByRole('article').first()).toBeVisible())
    const lefts = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBeGreaterThan(1)
    expect(lefts.length).toBeGreaterThan(6)
  })
  await sees('1.people.1', async () => {
    await expect(sidebar.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(sidebar.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  })
  await sees('1.people.2', async () => {
    for (const link of ['Discover', 'Chat', 'Create Character', 'Subscribe']) {
      await expect(sidebar.getByRole('link', { name: link, exact: true })).toBeVisible()
    }
    await expect(sidebar.getByRole('button', { name: 'Profile settings' })).toBeEnabled()
  })
  await sees('2.sidebar.5', () => expect(sidebar.getByText(name, { exact: true })).toBeVisible())
  await sees('4.accounts.1', async () => {
    const badge = sidebar.getByText('Free', { exact: true })
    await expect(badge).toBeVisible()
    expect(await badge.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px')
    expect(await badge.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  })
  await sees('9.sidebar.1', () => expectWidth(page, 16 * rem))
  await sees('2.sidebar.1', async () => {
    expect((await linksOf(0)).slice(0, 4)).toEqual([
      '/ Home',
      '/discover Discover',
      '/trending Trending',
      '/my-characters My Characters',
    ])
  })
  await sees('2.sidebar.2', async () => {
    expect(await linksOf(0)).toContain('/chat Chat')
    await page.keyboard.press('Control+b')
    await expect(lists.first().getByRole('link')).toHaveCount(4)
    expect((await linksOf(0)).join()).not.toContain('/chat')
    await page.keyboard.press('Control+b')
    await expect(lists.first().getByRole('link')).toHaveCount(5)
  })
  await sees('2.sidebar.3', async () => {
    await expect(sidebar.getByRole('list', { name: 'Create' })).toBeVisible()
    expect(await linksOf(1)).toEqual(['/create Create Character', '/subscribe Subscribe'])
  })

  await sees('2.sidebar.4', async () => {
    const active = sidebar.getByRole('link', { name: 'Home' })
    const other = sidebar.getByRole('link', { name: 'Trending' })
    await expect(active).toHaveAttribute('aria-current', 'page')
    await expect(sidebar.locator('[aria-current=page]')).toHaveCount(1)
    const background = (element: Element) => getComputedStyle(element).backgroundColor
    expect(await active.evaluate(background)).not.toBe(await other.evaluate(background))
    await other.click()
    await expect(other).toHaveAttribute('aria-current', 'page')
    await expect(active).not.toHaveAttribute('aria-current', 'page')
  })
  const names = main.getByRole('article').getByRole('heading')
  await sees('2.routes.trending', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeVisible()
    const list = (await (await page.request.get('/api/characters/public')).json()) as { name: string }[]
    await expect(names).toHaveText(list.slice(0, 6).map((character) => character.name))
  })
  await sees('9.trending', () => expect(names).toHaveCount(6))
  await sees('2.routes.discover', async () => {
    await sidebar.getByRole('link', { name: 'Discover' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
    await expect(names.nth(7)).toBeVisible()
  })
  await sees('2.routes.subscribe', async () => {
    await sidebar.getByRole('link', { name: 'Subscribe' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Subscribe' })).toBeVisible()
  })
  await sees('2.sidebar.6', async () => {
    await sidebar.getByRole('button', { name: 'Profile settings' }).click()
    await expect(page.getByRole('dialog', { name: 'Profile Settings' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await sees('9.sidebar.4', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(sidebar).toBeVisible()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(sidebar).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  const plan = (title: string) => page.getByRole('region', { name: `${title} plan` })
  await page.goto('/pricing')
  await sees('2.routes.pricing', async () => {
    await expect(plan('Free')).toContainText(/current plan/i)
    await expect(plan('Premium')).toBeVisible()
    await expect(plan('Premium')).not.toContainText(/current plan/i)
  })
  await sees('6.free.2', async () => {
    await expect(plan('Free')).toContainText('Up to 3 private characters')
    await expect(plan('Free')).toContainText('Limited daily messages')
  })
  await sees('9.price', async () => {
    await expect(plan('Premium')).toContainText(/\$9\.99\s*per month/)
    await expect(plan('Free')).toContainText('$0')
    await expect(plan('Admin')).toContainText('Custom')
  })
  await page.goto('/admin')
  await sees('2.routes.admin.1', async () => {
    await expect(main.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(main.getByText('Admin access required', { exact: true })).toBeVisible()
  })
  await sees('6.admin.3', () => expect(main.getByRole('tab')).toHaveCount(0))
  await sees('2.routes.other', async () => {
    await page.goto('/discover/deeper')
    await expect(page.getByText('404', { exact: true })).toBeVisible()
  })
  await sees('2.routes.subscription-success', async () => {
    await page.goto('/subscription-success')
    // Without a payment it redirects to the home page without a message.
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('§2 the sidebar, collapsed', async ({ page, context }) => {
  await page.goto('/discover')
  const sidebar = sidebarOf(page)
  const label = sidebar.getByRole('link', { name: 'Trending' }).locator('span')
  await sees('2.sidebar.13', async () => {
    await expect(sidebar.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
  })
  await sees('2.sidebar.8', async () => {
    await expect(label).toBeVisible()
    await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect(sidebar.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  })
  await sees('2.sidebar.9', async () => {
    await expect.poll(async () => (await label.boundingBox())?.width ?? 0).toBeLessThanOrEqual(1)
    await expect(sidebar.getByRole('link', { name: 'Trending' }).locator('svg')).toBeVisible()
  })
  await sees('9.sidebar.3', () => expectWidth(page, 3 * rem))
  await sees('3.sidebar', async () => {
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    expect(Math.round((cookie?.expires ?? 0) - Date.now() / 1000)).toBeGreaterThan(604_800 - 60)
    expect(Math.round((cookie?.expires ?? 0) - Date.now() / 1000)).toBeLessThanOrEqual(604_800)
    await page.reload()
    await expect(sidebar.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  })
  await sees('9.tooltip.3', async () => {
    await page.clock.install()
    await page.reload()
    await expect(sidebar.getByRole('link', { name: 'Home' })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await sidebar.getByRole('link', { name: 'Discover' }).hover()
    await page.clock.runFor(1)
    await expect(page.getByRole('tooltip', { name: 'Discover' })).toBeAttached()
    await page.clock.resume()
  })
  await sees('2.sidebar.12', async () => {
    await page.keyboard.press('Control+b')
    await expect(sidebar.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
    await page.keyboard.press('Meta+b')
    await expect(sidebar.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  })
})

test('§2 the sidebar in chat mode', async ({ page }) => {
  const ines = await findSampleCharacter(page.request, 'Ines Calder')
  await page.goto(`/chat?character=${ines.id}`)
  const sidebar = sidebarOf(page)
  const characters = sidebar.getByRole('region', { name: 'Characters' })
  await sees('2.routes.chat', async () => {
    await expect(page.getByRole('textbox', { name: 'Message Ines Calder' })).toBeVisible()
    await expect(characters).toBeVisible()
    const main = await page.getByRole('main').boundingBox()
    expect(main).toMatchObject({ y: 0, height: page.viewportSize()?.height })
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  })
  await sees('2.sidebar.14', async () => {
    const link = characters.getByRole('link', { name: /Captain Rhodes/ })
    await expect(link).toContainText('Captain Rhodes')
    await expect(link).toContainText('Sci-Fi')
    await expect(link.locator('img')).toHaveAttribute('src', /\/portraits\/captain-rhodes/)
  })
  await sees('2.sidebar.15', async () => {
    await expect(characters.locator('[aria-current=true]')).toContainText('Ines Calder')
    await characters.getByRole('link', { name: /Captain Rhodes/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Captain Rhodes' })).toBeVisible()
    await expect(characters.locator('[aria-current=true]')).toContainText('Captain Rhodes')
  })
  await sees('2.sidebar.10', async () => {
    await page.keyboard.press('Control+b')
    await expect(characters).toHaveCount(0)
    const selected = sidebar.getByRole('link', { name: 'Captain Rhodes' })
    await expect(selected.locator('img')).toBeVisible()
    await expect(selected.getByText('Captain Rhodes')).toBeVisible()
    await expect(sidebar.getByText('Ines Calder')).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('§2 the sidebar as a sheet', async ({ page }) => {
    await page.goto('/')
    await expect(sidebarOf(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await sees('2.sidebar.11', async () => {
      await expect.poll(async () => (await sheet.boundingBox())?.x).toBe(0)
      await expect(sheet.getByRole('link', { name: 'Discover' })).toBeVisible()
      const animation = await sheet.evaluate((element) => getComputedStyle(element).animationName)
      expect(animation).toContain('left')
    })
    await sees('9.sidebar.2', async () => {
      expect((await sheet.boundingBox())?.width).toBe(18 * rem)
    })
    await expect(sheet.getByRole('button', { name: /(collapse|expand) sidebar/i })).toHaveCount(0)
  })
})
