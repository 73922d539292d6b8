import type { Page } from '@playwright/test'
import { createUsername } from '../accounts.ts'
import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { expectToast } from './toast.ts'

const welcomeHeading = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome/ })
const getStartedButton = (page: Page) => page.getByRole('button', { name: 'Get Started Free' })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await dialogOf(page).getByLabel(label, { exact: true }).fill(value)
  }
}

test.describe('a visitor', () => {
  test.use({ viewer: 'signed-out' })

  test('§4 registration, logout and login', async ({ page }) => {
    const username = createUsername()
    await page.goto('/')
    await getStartedButton(page).click()
    const signUp = dialogOf(page).getByRole('button', { name: 'Sign Up' })
    await fill(page, { Username: username, Password: 'six6ix', 'Confirm password': 'six6ix' })
    await sees('8.failed.5', async () => {
      await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, body: '' }))
      await signUp.click()
      await expectToast(page, 'Registration failed', 'Failed to create account')
      await page.unroute('**/api/auth/register')
    })
    await expect(signUp).toBeEnabled()
    await signUp.click()
    await sees('8.done.6', () => expectToast(page, 'Welcome to Troupe'))
    await sees('9.password', () => expect(welcomeHeading(page)).toBeVisible())
    await sees('4.auth.2', async () => {
      await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${username}` })).toBeVisible()
      await expect(getStartedButton(page)).toHaveCount(0)
    })
    await sees('4.auth.3', async () => {
      await page.reload()
      await expect(welcomeHeading(page)).toBeVisible()
    })
    await sees('4.auth.4', async () => {
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(getStartedButton(page)).toBeVisible()
      await page.reload()
      await expect(getStartedButton(page)).toBeVisible()
      expect((await page.request.get('/api/auth/me')).status()).toBe(401)
    })
    await sees('2.sidebar.7', () => expect(welcomeHeading(page)).toHaveCount(0))

    await page.getByRole('button', { name: 'Log In' }).click()
    const logIn = dialogOf(page).getByRole('button', { name: 'Log In' })
    await sees('8.failed.4', async () => {
      await fill(page, { Username: username, Password: 'wrong-password' })
      await logIn.click()
      await expectToast(page, 'Login failed', 'Invalid username or password')
    })
    await fill(page, { Password: 'six6ix' })
    await logIn.click()
    await sees('8.done.5', () => expectToast(page, 'Welcome back!'))
    await sees('4.auth.1', () => expect(welcomeHeading(page)).toBeVisible())
  })
})

test.describe('a user', () => {
  test.use({ viewer: 'free' })

  test('§4 the theme', async ({ page }) => {
    const classes = () => page.evaluate(() => [...document.documentElement.classList])
    const stored = () => page.evaluate(() => localStorage.getItem('theme'))
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/')
    await expect(welcomeHeading(page)).toBeVisible()
    const light = await background()
    await sees('4.theme.1', async () => {
      expect(await classes()).not.toContain('dark')
      await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
    })
    await sees('4.theme.3', async () => {
      await page.getByRole('button', { name: 'Switch to dark theme' }).click()
      expect(await classes()).toContain('dark')
      expect(await background()).not.toBe(light)
    })
    await sees('3.theme', async () => {
      expect(await stored()).toBe('dark')
      await page.getByRole('button', { name: 'Switch to light theme' }).click()
      expect(await stored()).toBe('light')
      await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    })
    await sees('4.theme.2', async () => {
      await page.reload()
      await expect(welcomeHeading(page)).toBeVisible()
      expect(await classes()).toContain('dark')
      await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
    })
  })
})
