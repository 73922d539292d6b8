import { expect, sees, test } from './check.ts'
import { createCharacter, fetchCurrentUser, findSampleCharacter } from './server.ts'

test('§2 /', async ({ page }) => {
  const { name } = await fetchCurrentUser(page.request)
  await page.goto('/')
  await sees('2.routes.home.1', async () => {
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^Welcome.*, ${name}$`) })).toBeVisible()
  })
  await sees('2.routes.home.2', async () => {
    await expect(page.getByRole('main').getByRole('link', { name: 'Create Character' })).toHaveAttribute(
      'href',
      '/create',
    )
  })
  await sees('2.routes.home.3', async () => {
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    const lefts = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBeGreaterThan(1)
    expect(lefts.length).toBeGreaterThan(6)
  })
})

test('§2 /trending', async ({ page }) => {
  await page.goto('/trending')
  const names = page.getByRole('article').getByRole('heading')
  await sees('2.routes.trending', async () => {
    await expect(names.first()).toBeVisible()
    const list = (await (await page.request.get('/api/characters/public')).json()) as { name: string }[]
    await expect(names).toHaveText(list.slice(0, 6).map(({ name }) => name))
  })
  await sees('9.trending', async () => {
    await expect(names).toHaveCount(6)
  })
})

test.describe('a new user', () => {
  test.use({ viewer: 'new-user' })

  test('§2 /my-characters', async ({ page }) => {
    const main = page.getByRole('main')
    await page.goto('/my-characters')
    await sees('2.routes.my-characters.2', async () => {
      await expect(main.getByRole('link', { name: 'Create Your First Character' })).toHaveAttribute('href', '/create')
    })
    await createCharacter(page.request, { name: 'Mine Alone', isPublic: false })
    await page.reload()
    await sees('2.routes.my-characters.1', async () => {
      await expect(main.getByRole('article').getByRole('heading')).toHaveText(['Mine Alone'])
      await expect(main.getByRole('link', { name: 'Create Character' })).toHaveAttribute('href', '/create')
    })
  })
})

test('§2 /pricing', async ({ page }) => {
  await page.goto('/pricing')
  const plan = (name: string) => page.getByRole('region', { name: `${name} plan` })
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
})

test('§2 /admin without admin rights', async ({ page }) => {
  await page.goto('/admin')
  const main = page.getByRole('main')
  await sees('2.routes.admin.1', async () => {
    await expect(main.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(main.getByText('Admin access required', { exact: true })).toBeVisible()
  })
  await sees('6.admin.3', async () => {
    await expect(main.getByRole('tab')).toHaveCount(0)
  })
})

test('§2 the other pages', async ({ page }) => {
  await sees('2.routes.create', async () => {
    await page.goto('/create')
    await expect(page.getByRole('heading', { level: 1, name: 'Create Character' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Quick Start' })).toBeVisible()
  })
  await sees('2.routes.discover', async () => {
    await page.goto('/discover')
    await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
    await expect(page.getByRole('article').nth(7)).toBeVisible()
  })
  await sees('2.routes.subscribe', async () => {
    await page.goto('/subscribe')
    await expect(page.getByRole('heading', { level: 1, name: 'Subscribe' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
  })
  await sees('2.routes.subscription-success', async () => {
    await page.goto('/subscription-success')
    // Without a payment it redirects to the home page without a message.
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  })
  await sees('2.routes.chat', async () => {
    const { id } = await findSampleCharacter(page.request, 'Ines Calder')
    await page.goto(`/chat?character=${id}`)
    await expect(page.getByRole('textbox', { name: 'Message Ines Calder' })).toBeVisible()
    const main = await page.getByRole('main').boundingBox()
    expect(main).toMatchObject({ y: 0, height: page.viewportSize()?.height })
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await expect(sidebar.getByRole('region', { name: 'Characters' })).toBeVisible()
  })
  await sees('2.routes.other', async () => {
    for (const path of ['/nowhere', '/discover/deeper']) {
      await page.goto(path)
      await expect(page.getByText('404', { exact: true }), path).toBeVisible()
    }
  })
})
