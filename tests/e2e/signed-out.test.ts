import { expectToFit } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

test('the landing page opens without errors and fits the window', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
  await expectToFit(page)
  expect(errors.filter((text) => !text.includes('401'))).toEqual([])
})
