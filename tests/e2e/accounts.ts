import { expect, type Page } from '@playwright/test'

const password = 'quiet-harbor'
let count = 0

function createUsername(): string {
  count += 1
  return `Player ${process.pid} ${count}`
}

/** Creates an account and its session through the API, without opening a page; returns the username. */
export async function registerAccount(page: Page, url = ''): Promise<string> {
  const username = createUsername()
  const response = await page.request.post(`${url}/api/auth/register`, { data: { username, password } })
  expect(response.status()).toBe(200)
  return username
}

/** Creates an account through the API and opens the home page; returns the username. */
export async function signUp(page: Page, url = ''): Promise<string> {
  const username = await registerAccount(page, url)
  await page.goto(`${url}/`)
  await waitForHomePage(page)
  return username
}

/** Signs up through the dialog; ends on the home page and returns the username. */
export async function signUpInDialog(page: Page): Promise<string> {
  const username = createUsername()
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Sign Up' }).click()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel(/confirm/i).fill(password)
  await dialog.getByRole('button', { name: /sign up|create account/i }).click()
  await waitForHomePage(page)
  return username
}

export async function logIn(page: Page, username: string, attempt = password): Promise<void> {
  await page.getByRole('button', { name: 'Log In' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(attempt)
  await dialog.getByRole('button', { name: /log in/i }).click()
}

/** Waits until the home page itself, not only its initial HTML, is rendered and reacts to input. */
function waitForHomePage(page: Page): Promise<void> {
  return page
    .locator('#main')
    .getByRole('heading', { name: /welcome/i })
    .waitFor()
}
