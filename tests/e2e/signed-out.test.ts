import { expect, test } from './fixture.ts'

test('the landing page opens for a stranger, quietly', async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})
