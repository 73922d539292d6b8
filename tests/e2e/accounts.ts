import { expect, type Page, request } from '@playwright/test'
import type { AccountType, User } from '#shared/accounts.ts'
import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'

export const password = 'quiet-harbor'
let count = 0

export function createUsername(): string {
  count += 1
  return `Pat Player ${process.pid} ${count}`
}

/** Creates an account of a server through the API; returns its session. */
export async function createSession(server: { url: string; dataDir: string }, accountType: AccountType) {
  const api = await request.newContext({ baseURL: server.url })
  const response = await api.post('/api/auth/register', { data: { username: createUsername(), password } })
  const { user } = (await response.json()) as { user: User }
  if (accountType !== 'free') await setAccountTypeInDataDir(server.dataDir, user.id, { accountType })
  const state = await api.storageState()
  await api.dispose()
  return state
}

/** Creates an account and its session through the API, without opening a page; returns the username. */
export async function registerAccount(page: Page): Promise<string> {
  const username = createUsername()
  const response = await page.request.post('/api/auth/register', { data: { username, password } })
  expect(response.status()).toBe(200)
  return username
}

/** Creates an account through the API and opens the home page; returns the username. */
export async function signUp(page: Page): Promise<string> {
  const username = await registerAccount(page)
  await page.goto('/')
  await waitForHomePage(page)
  return username
}

/** Signs up through the dialog; ends on the home page and returns the username. */
export async function signUpInDialog(page: Page): Promise<string> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  const username = await fillSignUp(page)
  await waitForHomePage(page)
  return username
}

/** Fills and sends the open sign-up form; returns the username. */
export async function fillSignUp(page: Page, username = createUsername(), secret = password): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(secret)
  await dialog.getByLabel('Confirm password').fill(secret)
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  return username
}

export async function logIn(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Log In' }).first().click()
  await fillLogIn(page, username)
}

/** Fills and sends the open form to log in. */
export async function fillLogIn(page: Page, username: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log In' }).click()
}

const operator = { username: 'operator', password: 'quiet-harbor-9' }

/** The environment of a server that has an admin: `logInAsOperator` logs in as the admin. */
export const operatorEnv = { ADMIN_USERNAME: operator.username, ADMIN_PASSWORD: operator.password }

export async function logInAsOperator(page: Page): Promise<void> {
  expect((await page.request.post('/api/auth/login', { data: operator })).status()).toBe(200)
}

/** Waits until the home page itself, not only its initial HTML, is rendered and reacts to input. */
function waitForHomePage(page: Page): Promise<void> {
  return page
    .locator('#main')
    .getByRole('heading', { name: /welcome/i })
    .waitFor()
}
