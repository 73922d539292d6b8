import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'

test.use({ viewer: 'signed-out' })

test('§1 from header to footer, and what a visitor sees elsewhere', async ({ page }) => {
  await page.goto('/')
  await sees('1.landing.1', async () => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Troupe' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Log In' })).toBeVisible()
  })
  await sees('1.landing.2', async () => {
    await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Explore Characters' })).toBeVisible()
  })
  await sees('1.landing.3', async () => {
    const cards = page.locator('#characters li')
    expect(await cards.count()).toBeGreaterThanOrEqual(3)
    const first = cards.first()
    await expect(first.getByRole('heading', { name: 'Ines Calder' })).toBeVisible()
    await expect(first).toContainText('Keeps a library')
    await expect(first).toContainText('Mystery')
    await expect(first).toContainText('12.4k chats')
    const decodedWidth = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)
    await first.scrollIntoViewIfNeeded()
    expect(await first.locator('img').evaluate(decodedWidth)).toBeGreaterThan(0)
  })
  await sees('1.landing.4', async () => {
    for (const name of [
      'Chat with AI characters',
      'Create custom characters',
      'Community gallery',
      'Safe and respectful',
    ]) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
  })
  await sees('1.landing.5', async () => {
    const figures = page.getByLabel('In figures')
    const texts = await figures
      .locator('dl > div')
      .evaluateAll((pairs) =>
        pairs.map((pair) => `${pair.querySelector('dd')?.textContent} ${pair.querySelector('dt')?.textContent}`),
      )
    expect(texts.map((text) => text.toLowerCase())).toEqual([
      '50k+ active characters',
      '2m+ conversations',
      '100k+ users',
      '15+ categories',
    ])
  })
  await sees('1.landing.6', async () => {
    await page.getByRole('button', { name: 'Create Your First Character' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await sees('1.landing.7', async () => {
    await expect(page.getByRole('contentinfo')).toContainText('© 2025')
  })
  await sees('9.copyright', async () => {
    const years = (await page.getByRole('contentinfo').textContent())?.match(/\b20\d\d\b/g)
    expect(years).toEqual(['2025'])
  })
  const dialog = page.getByRole('dialog')
  await sees('2.visitors.3', async () => {
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(dialog.getByRole('tab', { name: 'Login', selected: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Get Started Free' }).click()
    await expect(dialog.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
  })
  await sees('2.auth.1', async () => {
    await expect(dialog.getByRole('tab')).toHaveText(['Login', 'Sign Up'])
    await dialog.getByRole('tab', { name: 'Login' }).click()
    await expect(dialog.getByRole('button', { name: 'Log In' })).toBeVisible()
  })
  await sees('4.dialogs', async () => {
    await expect(dialog).toHaveAttribute('data-state', 'open')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await sees('2.visitors.1', async () => {
    await page.goto('/subscribe')
    await expect(page.getByRole('heading', { level: 1, name: 'Subscribe' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Get Started Free' })).toHaveCount(0)
  })
  await sees('2.visitors.2', async () => {
    for (const path of ['/chat', '/no/such/page']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Get Started Free' }), path).toBeVisible()
    }
  })
})
