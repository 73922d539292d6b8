import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type Page, request } from '@playwright/test'
import { logIn, password, registerAccount, signUp } from './accounts.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'
import { openMenu } from './open-menu.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first()

/** Opens the account page through the sidebar, which is closed on a phone. */
async function openAccount(page: Page, name: string, group: string): Promise<void> {
  await openMenu(page)
  await page.getByRole('link', { name: new RegExp(`${name}.*account`, 'i') }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: group }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.request.post(new URL('/api/auth/logout', page.url()).href)
  await page.goto('/')
}

/** Opens a second session of the account. */
async function openSession(page: Page, username: string): Promise<APIRequestContext> {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const other = await request.newContext({ baseURL: new URL(page.url()).origin, userAgent })
  const response = await other.post('/api/auth/login', { data: { username, password } })
  expect(response.status()).toBe(200)
  return other
}

const isSignedIn = async (other: APIRequestContext) => (await other.get('/api/auth/me')).status() === 200

test('other sessions are ended one by one or all at once, and by a new password', async ({ page }) => {
  const name = await signUp(page)
  const others = [await openSession(page, name), await openSession(page, name), await openSession(page, name)]
  await openAccount(page, name, 'Security')
  const signIns = section(page, 'Where you are logged in')
  await expect(signIns.getByRole('listitem')).toHaveCount(4)
  await expect(signIns.getByText('This device')).toHaveCount(1)
  await signIns.getByRole('button', { name: 'Log out Firefox on Windows' }).first().click()
  await expect(signIns.getByRole('listitem')).toHaveCount(3)
  await expect(signIns.getByRole('list')).toBeFocused()
  expect((await Promise.all(others.map(isSignedIn))).filter(Boolean)).toHaveLength(2)
  await signIns.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(signIns.getByRole('listitem')).toHaveCount(1)
  await expect(signIns.getByRole('button')).toHaveCount(0)
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false, false])
  const other = await openSession(page, name)

  const form = section(page, 'Password')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please fill in all fields')
  await expect(form.getByLabel('Current password')).toBeFocused()
  await form.getByLabel('Current password').fill('a guess')
  await form.getByLabel('New password', { exact: true }).fill('a longer password')
  await form.getByLabel('Confirm new password').fill('a longer password')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert').getByText('That is not your current password.')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(form.getByLabel('Current password')).toHaveValue('')
  expect(await isSignedIn(other)).toBe(false)
})

test('a recovery code replaces a forgotten password', async ({ page }) => {
  const name = await signUp(page)
  await openAccount(page, name, 'Security')
  const codes = section(page, 'Recovery codes')
  await expect(codes.getByText('You have no recovery codes.')).toBeVisible()
  await codes.getByRole('button', { name: 'Make recovery codes' }).click()
  await expect(page.getByRole('dialog').getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(codes.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)

  const saving = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('Troupe recovery codes.txt')
  const codesInFile = (await readFile(await file.path(), 'utf8')).match(/^(?:\w{4}-){6}\w{4}$/gm) ?? []
  expect(codesInFile).toEqual(await codes.getByRole('listitem').allTextContents())
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(codesInFile[0] ?? '')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(codes.getByText('10 of 10 codes left')).toBeVisible()
  await expect(page.getByText(codesInFile[0] ?? '')).toHaveCount(0)

  await logOut(page)
  await page.getByRole('button', { name: 'Log In' }).first().click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset your password' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(name)
  await dialog.getByLabel('Recovery code').fill('not-a-code')
  await dialog.getByLabel('New password', { exact: true }).fill('found again')
  await dialog.getByLabel('Confirm new password').fill('found again')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('do not match')
  await dialog.getByLabel('Recovery code').fill(codesInFile[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Welcome back, ${name}` })).toBeVisible()
  await page.goto('/settings/security')
  await expect(section(page, 'Recovery codes').getByText('9 of 10 codes left')).toBeVisible()
})

test('the age is confirmed on the account page or when a save requires it', async ({ page }) => {
  const name = await signUp(page)
  await openAccount(page, name, 'Chats')
  const adult = section(page, 'Adult content')
  await adult.getByRole('button', { name: 'Confirm my age' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you 18 or older?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(adult.getByRole('button', { name: 'Confirm my age' })).toBeFocused()

  await page.goto('/create')
  await page.getByRole('tab', { name: 'Basics' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Grimwald')
  await page.getByLabel('Description', { exact: true }).fill('Keeps a quiet inn on a bad road.')
  await page.getByLabel('Content rating').selectOption('mature')
  await page.getByRole('button', { name: 'Save Character' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(toast(page, 'Save Failed')).toBeVisible()
  await page.getByRole('button', { name: 'Save Character' }).click()
  await dialog.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(toast(page, 'Character Saved')).toBeVisible()
  await page.goto('/settings/chats')
  await expect(adult.getByText('You confirmed that you are 18 or older.')).toBeVisible()
})

test('an account is deleted and restored within the undo window', async ({ page }) => {
  const name = await signUp(page)
  const other = await openSession(page, name)
  await openAccount(page, name, 'Data')
  await section(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  const until = await dialog.locator('strong').textContent()
  expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(12 * 24 * 60 * 60_000)
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await dialog.getByLabel(/^Type your username/).fill('another name')
  await confirm.click()
  await expect(dialog.getByText(`Please type ${name} to confirm.`)).toBeVisible()
  await dialog.getByLabel(/^Type your username/).fill(name)
  await dialog.getByLabel('Your password').fill(password)
  await confirm.click()
  await expect(toast(page, `Log in before ${until} if you want to keep it.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
  expect(await isSignedIn(other)).toBe(false)

  await logIn(page, name)
  await expect(page.getByRole('heading', { name: `Do you want to keep your account, ${name}?` })).toBeFocused()
  await expect(page.getByText(until ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await logIn(page, name)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(toast(page, 'Account restored')).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test('the archive of an account is imported into another one, and once only', async ({ page }) => {
  await registerAccount(page)
  const fields = { description: 'A pilot.', isPublic: false }
  const saved = await page.request.post('/api/characters', { data: { ...fields, name: 'Ilse', greeting: 'Ahoy.' } })
  const { id: characterId } = (await saved.json()) as { id: string }
  await page.request.post('/api/characters', { data: { ...fields, name: 'Wren' } })
  await page.request.post('/api/chat', { data: { characterId, message: 'Good evening.' } })
  await page.goto('/settings/data')
  const data = section(page, 'Your data')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('link', { name: 'Download my data' }).click(),
  ])
  const archive = await download.path()
  await logOut(page)
  await registerAccount(page)
  // One more private character than a free account can have.
  for (const name of ['Mine', 'Also mine']) {
    await page.request.post('/api/characters', { data: { ...fields, name } })
  }

  await page.goto('/settings/data')
  const dialog = page.getByRole('dialog', { name: 'Import an archive' })
  const button = (name: RegExp) => dialog.getByRole('button', { name }).last()
  const choose = () => data.getByLabel('Archive').setInputFiles(archive)
  await data
    .getByLabel('Archive')
    .setInputFiles({ name: 'cut.zip', mimeType: 'application/zip', buffer: (await readFile(archive)).subarray(0, 900) })
  await expect(dialog.getByRole('alert')).toHaveText(/^This archive is damaged\. It may not have been downloaded/)
  await button(/^Close$/).click()
  await choose()
  await expect(dialog.getByRole('listitem')).toHaveText(['2 characters', '1 conversation'])
  await expectAccessible(page)
  await button(/^Import 3$/).click()
  await expect(dialog.getByRole('status')).toHaveText('2 imported, 1 skipped')
  await expect(dialog.getByRole('listitem')).toHaveText(/^WrenFree accounts can have up to 3 private characters/)
  await button(/^Try again$/).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['2 characters1 already here', '1 conversationalready here'])
  await expect(button(/^Import 1$/)).toBeVisible()
})

test('a passkey is renamed, and logs in from the form, alone, or after the password', async ({ page }) => {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...kind, isUserVerified: true, automaticPresenceSimulation: true },
  })
  const name = await registerAccount(page)
  await page.goto('/settings/security')
  const ways = section(page, 'Ways to log in')
  const dialog = page.getByRole('dialog')
  const confirm = async (button: string) => {
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: button }).click()
  }
  await ways.getByRole('button', { name: 'Add a passkey' }).click()
  await confirm('Continue')
  await ways.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await dialog.getByLabel('Name').fill('The kitchen laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(ways.getByRole('listitem')).toContainText('The kitchen laptopPasskey, added on')
  await ways.getByRole('switch').click()
  await confirm('Ask for it')
  await expect(ways.getByRole('switch', { checked: true })).toBeVisible()

  // The browser offers the passkey in the form, and the device of this test takes it at once.
  await logOut(page)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()

  await logOut(page)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.reload()
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await dialog.getByLabel('Username').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
})

test('a webhook is added with a secret that is shown once, tested and deleted', async ({ page }) => {
  const name = await signUp(page)
  await openAccount(page, name, 'Developers')
  const webhooks = section(page, 'Webhooks')
  await webhooks.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('https://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/an address on the internet/)
  await dialog.getByLabel('Address').fill('https://webhooks.invalid/hook')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(webhooks.getByText(/^whsec_/)).toBeVisible()
  await webhooks.getByRole('button', { name: 'I have copied it' }).click()
  await expect(webhooks.getByText(/^whsec_/)).toHaveCount(0)
  await webhooks.getByRole('button', { name: /^Deliveries/ }).click()
  await dialog.getByRole('button', { name: 'Send a test event' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(/Test event/)
  await page.keyboard.press('Escape')
  await webhooks.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(webhooks.getByText('You have no webhooks.')).toBeVisible()
})
