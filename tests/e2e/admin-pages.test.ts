import { startImageServer } from '../support/image-server.ts'
import { image } from '../support/images.ts'
import { fillSignUp, logInAsOperator, operatorEnv, registerAccount } from './accounts.ts'
import { expect, phone, test } from './fixture.ts'

test.use({ serverEnv: { ...operatorEnv, AGE_ASSURANCE: 'none' } })

test('an operator reads the overview, finds a user, gives Premium, and suspends the account and lifts it', async ({
  page,
  context,
}) => {
  const username = await registerAccount(page)
  await logInAsOperator(page)
  await page.goto('/admin/overview')
  await expect(page.getByRole('link', { name: 'No model is connected' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeInViewport()
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()

  await page.getByRole('searchbox', { name: 'Search users' }).fill(username.slice(-6))
  const list = page.getByRole('list', { name: 'Users' })
  await expect(list.getByRole('link')).toHaveText([username])
  await list.getByRole('link', { name: username }).click()
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()

  const dialog = page.getByRole('dialog')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Give Premium' }).click()
  await dialog.getByRole('button', { name: 'Give Premium' }).click()
  await expect(main.getByRole('button', { name: 'Take Premium back' })).toBeVisible()
  await expect(main.getByText('Was given Premium; free → premium.')).toBeVisible()

  await main.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByLabel('Rule').selectOption({ label: 'Hate or harassment' })
  await dialog.getByRole('button', { name: 'Suspend for 7 days' }).dblclick()
  await main.getByRole('button', { name: 'Lift the suspension' }).click()
  await dialog.getByRole('button', { name: 'Lift it' }).click()
  await expect(main.getByText(/^Lifted the suspension/)).toBeVisible()
  // The double click was one suspension.
  await expect(main.getByText(/account suspended until/)).toHaveCount(1)

  await main.getByRole('button', { name: 'Make a recovery code' }).click()
  await dialog.getByRole('button', { name: 'Make a recovery code' }).dblclick()
  const code = await main.getByText(/^(\w{4}-){6}\w{4}$/).textContent()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await main.getByRole('button', { name: 'Copy the code' }).press('Enter')
  await expect(main.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expect(main.getByText('Was given a recovery code.')).toHaveCount(1)

  await main.getByRole('button', { name: 'Make a moderator' }).click()
  await dialog.getByLabel('Your password').fill('a guess')
  await dialog.getByRole('button', { name: 'Make a moderator' }).click()
  await expect(dialog.getByText('That is not your current password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(operatorEnv.ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Make a moderator' }).click()
  await expect(main.getByText('This account is a moderator')).toBeVisible()

  // The only admin keeps the rights, and the page says why.
  await page.goto('/admin/users?show=admin')
  await list.getByRole('link', { name: 'operator' }).click()
  await main.getByRole('button', { name: 'Take the rights away' }).click()
  await dialog.getByLabel('Your password').fill(operatorEnv.ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Give them up' }).click()
  await expect(
    page.getByText('This is the last admin. Make somebody else an admin first.', { exact: true }),
  ).toBeVisible()
})

test('an operator connects an image service; in the creator, an image is cancelled and another one is used', async ({
  page,
}) => {
  const server = await startImageServer(await image('png', 800, 800))
  await logInAsOperator(page)
  await page.goto('/admin/models')
  await page.getByRole('button', { name: 'Connect an image service' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service').selectOption({ label: 'Stable Diffusion web UI (AUTOMATIC1111)' })
  await dialog.getByLabel('Address').fill(server.url)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText('It works. A picture took')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit the image service' })).toBeVisible()

  server.mode = 'slow'
  await page.goto('/create')
  await page.getByRole('tab', { name: 'Image' }).click()
  await page.getByLabel('Describe the picture').fill('A lighthouse keeper, oil painting')
  const generate = page.getByRole('button', { name: 'Generate Image' })
  await generate.click()
  const progress = page.getByRole('progressbar', { name: 'Drawing the picture' })
  await expect(progress).toHaveAttribute('aria-valuenow', '40')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toBeHidden()
  await expect.poll(() => server.requests.at(-1)?.url).toBe('/sdapi/v1/interrupt')

  server.mode = 'ok'
  await generate.click()
  const gallery = page.getByRole('region', { name: 'Pictures you generated' })
  const generated = gallery.getByRole('button', { name: 'A lighthouse keeper, oil painting' })
  await expect(generated).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Image address')).toHaveValue(/^\/files\/[0-9a-f-]{36}\.webp$/)
  await server.close()
})

test('an operator edits the house rules, which a visitor reads, and is asked before leaving with unsaved text', async ({
  page,
  browser,
}) => {
  await logInAsOperator(page)
  await page.goto('/admin/pages')
  await page.getByRole('tab', { name: 'House rules' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await expect(text).toHaveValue(/^Stories here/)
  await text.fill('## Kindness\n\n- Be kind. <b>Always</b>.')
  await page.getByRole('navigation').getByRole('link', { name: 'Models' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Be kind. Always.' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on', { exact: false })).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.goto('/')
  await visitor.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'House rules' }).click()
  await expect(visitor.getByRole('heading', { name: 'Kindness' })).toBeVisible()
  await expect(visitor.getByText('Be kind. Always.')).toBeVisible()
  await visitor.close()
})

test('an invitation leads to the form to sign up; its user reads an announcement at once, and closes it for good', async ({
  page,
  browser,
}) => {
  await logInAsOperator(page)
  await page.goto('/admin/settings')
  await page.getByLabel('Name of this site').fill('The Lantern Room')
  await page.getByLabel('Who may sign up').selectOption('invitation')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('banner').or(page.getByRole('complementary')).getByText('The Lantern Room')).toBeVisible()
  await page.getByRole('button', { name: 'Create an invitation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Used 0 of 1 time')).toBeVisible()
  const { invitations } = await (await page.request.get('/api/admin/invitations')).json()

  const guest = await (await browser.newContext(phone)).newPage()
  await guest.goto('/')
  await guest.getByRole('button', { name: 'Get Started Free' }).click()
  await expect(guest.getByRole('dialog')).toContainText('You need an invitation')
  await guest.goto(`/?invitation=${invitations[0].token}`)
  await expect(guest).toHaveTitle(/The Lantern Room/)
  await fillSignUp(guest, 'guest')
  await expect(guest.getByRole('heading', { name: 'Welcome, guest' })).toBeVisible()
  expect(new URL(guest.url()).search).toBe('')

  const events = guest.waitForResponse('**/api/events')
  await guest.reload()
  await events
  await page.getByLabel('Text', { exact: true }).fill('We move on Sunday.')
  const announce = page.getByRole('button', { name: 'Announce', exact: true })
  await expect(announce).toBeEnabled()
  // A click would wait until the notices of what was saved are gone.
  await announce.press('Enter')
  await expect(guest.getByText('We move on Sunday.')).toBeVisible()
  const closed = guest.waitForResponse('**/api/auth/dismissed-announcement')
  await guest.getByRole('button', { name: 'Close this announcement' }).click()
  await closed
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Welcome, guest' })).toBeVisible()
  await expect(guest.getByText('We move on Sunday.')).toBeHidden()
  await guest.context().close()
})
