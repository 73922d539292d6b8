import type { Page } from '@playwright/test'
import { fillLogIn, fillSignUp, logIn, registerAccount, signUp, signUpInDialog } from './accounts.ts'
import { delayResponses } from './delay-responses.ts'
import { expect, phone, test, withMotion } from './fixture.ts'
import { openMenu } from './open-menu.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

test('Create Your First Character leads through the sign-up to the creator, at its top', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create Your First Character' }).click()
  await fillSignUp(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Create Character' })).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/create')
  await expect.poll(() => scrollTop(page)).toBe(0)
})

test('a login leads to the character that was chosen, and not to one that was looked at and left', async ({
  page,
  context,
}) => {
  const name = await registerAccount(page)
  await context.clearCookies()
  await page.goto('/')
  await page.getByRole('button', { name: 'Juno Park' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  // It closes by going back in the history.
  await expect(dialog(page)).toHaveCount(0)
  await logIn(page, name)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/')

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Old Tomas' }).click()
  await dialog(page).getByRole('tab', { name: 'Login' }).click()
  await fillLogIn(page, name)
  await expect(page.getByRole('heading', { level: 1, name: 'Old Tomas' })).toBeVisible()
})

test('the sign-up dialog shows at once that it loads; Back closes it, and Escape pressed twice does not leave the page', async ({
  page,
}) => {
  const load = await delayResponses(page, /\/auth-dialog-[^/]*\.js$/)
  await page.goto('/subscribe')
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  load()
  await expect(dialog(page).getByLabel('Username')).toBeFocused()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: 'Get Started Free' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/')

  // The chosen character takes the place of the dialog in the history.
  await page.getByRole('button', { name: 'Wren of Harrow' }).click()
  await fillSignUp(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Wren of Harrow' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
})

test('a deep link opens after the sign-up, which leaves no step in the history, and pages get the focus', async ({
  page,
}) => {
  await page.goto('/subscribe')
  await page.goto('/discover?category=Fantasy')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  await fillSignUp(page)
  const discover = page.getByRole('heading', { level: 1, name: 'Discover' })
  await expect(discover).toBeFocused()
  await expect(page).toHaveURL('/discover?category=Fantasy')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /jump to/i }).fill('trending')
  await page.getByRole('option', { name: 'Trending' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeFocused()
  await page.goBack()
  await expect(discover).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribe' })).toBeVisible()
})

test('a logout and a login apply to the other tab too', async ({ page, context }) => {
  const first = await registerAccount(page)
  await page.goto('/my-characters')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { level: 1, name: `Welcome, ${first}` })).toBeVisible()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log In' }).first()).toBeVisible()
  const second = await signUpInDialog(other)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${second}` })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('when the session has ended the page says so, and a login leads back', async ({ page, context }) => {
  const name = await registerAccount(page)
  await page.goto('/trending')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.clearCookies()
  await page.goto('/my-characters')
  const notice = page.getByText('Your session has ended. Log in to continue where you were.')
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Log in again' }).click()
  await fillLogIn(page, name)
  await expect(page.getByRole('heading', { level: 1, name: 'My Characters' })).toBeVisible()

  // While a page is open, the next request finds it out.
  await context.clearCookies()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page
    .getByRole('main')
    .getByRole('link', { name: /create/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Character' })).toBeVisible()
  await page.getByRole('tab', { name: 'Basics' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Half a name')
  await page.getByLabel('Description').fill('Half a description')
  await page.getByRole('button', { name: 'Save Character' }).click()
  await expect(notice).toBeVisible()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await page.getByRole('button', { name: 'Log in again' }).click()
  await fillLogIn(page, name)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a name')
})

test('every page opens at its top', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('contentinfo').waitFor()
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Get Started Free')
    button?.click()
  })
  await fillSignUp(page)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => scrollTop(page)).toBe(0)
  for (const [link, heading] of [
    ['Discover', 'Discover'],
    ['Trending', 'Trending'],
    ['Create Character', 'Create Character'],
    ['Subscribe', 'Subscribe'],
  ] as const) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await openMenu(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect.poll(() => scrollTop(page), heading).toBe(0)
  }
  // The subscribe page is the last one, and long enough.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log In' }).first()).toBeVisible()
  await expect.poll(() => scrollTop(page)).toBe(0)
})

test('a typed address opens at its top, and a reload and the way back keep the position', async ({ page }) => {
  await registerAccount(page)
  const open = async (action: () => Promise<unknown>) => {
    await action()
    await expect(page.getByRole('article').nth(8)).toBeVisible()
  }
  await open(() => page.goto('/discover'))
  await page.evaluate(() => window.scrollTo(0, 1500))
  await open(() => page.reload())
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(1400)
  await page.getByRole('link', { name: 'Trending' }).click()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await open(() => page.goBack())
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(1400)
  await open(() => page.goto('/'))
  expect(await scrollTop(page)).toBe(0)
})

test.describe('on a phone, with animations', () => {
  test.use({ ...phone, ...withMotion })

  test('a long greeting can be skipped, and its sheet and hint say what to do', async ({ page }) => {
    await signUp(page)
    await page.getByRole('button', { name: 'More about Ines Calder' }).click()
    await page.getByRole('menuitem', { name: 'About and rate' }).click()
    await dialog(page).getByRole('link', { name: 'Chat', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ines Calder' })).toBeVisible()
    const hint = 'Send an empty message to continue the story.'
    await expect(page.getByText(hint)).toBeVisible()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.getByText('Who knew you were coming?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
  })
})
