import { fillSignUp, logIn, registerAccount, signUpInDialog } from './accounts.ts'
import { conversationInUrl, lastReplyOnPage, startChat, submit } from './conversations.ts'
import { expect, phone, test, withMotion } from './fixture.ts'

test.use(withMotion)

test.describe('on a phone', () => {
  test.use(phone)

  test('a visitor signs up, chats with a character and finds the conversation after the next login', async ({
    page,
  }) => {
    const name = await signUpInDialog(page)
    await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible()
    await expect(page.getByText('Choose a character to chat with, or create your own.')).toBeVisible()
    await expect(page.getByText('Continue your last conversation')).toHaveCount(0)
    await expect(page.getByRole('article').first()).toBeVisible()

    const conversation = await startChat(page, 'Ines Calder')
    const composer = page.getByRole('textbox', { name: /message/i })
    await expect(page.getByText('Your role: a visitor who knocked')).toBeVisible()
    // The greeting appears as if typed; a click shows it whole.
    await page.getByRole('log').click()
    await expect(page.getByText('Who knew you were coming?')).toBeVisible()
    await expect(page.getByText('Demo mode: no AI model connected')).toBeAttached()

    await submit(composer, 'I never told you my name.')
    await expect(page.getByText('I never told you my name.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^send/i })).toBeEnabled()
    const reply = await lastReplyOnPage(page)
    expect(reply.length).toBeGreaterThan(20)

    await page.goto('/')
    await expect(page.getByRole('heading', { name: `Welcome back, ${name}` })).toBeVisible()
    await page.context().clearCookies()
    await page.goto('/')
    await logIn(page, name)
    await expect(page.getByRole('heading', { name: /welcome/i })).toBeVisible()
    await page.getByRole('link', { name: 'Continue your last conversation' }).click()
    expect(await conversationInUrl(page)).toBe(conversation)
    await expect(page.getByText('I never told you my name.').first()).toBeVisible()
    await expect.poll(() => lastReplyOnPage(page)).toBe(reply)
  })
})

test('a refused registration shows the reason at the field, which has the focus; a login without a connection does not say that the password is wrong', async ({
  page,
  context,
}) => {
  const taken = await registerAccount(page)
  await context.clearCookies()
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  const dialog = page.getByRole('dialog')
  const username = dialog.getByLabel('Username')
  await fillSignUp(page, taken)
  await expect(username).toHaveAccessibleDescription('Username already taken')
  await expect(username).toBeFocused()
  await fillSignUp(page, `${taken} again`, 'password')
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(/too easy to guess/)
  await expect(password).toBeFocused()
  await expect(username).toHaveAccessibleDescription('')

  await page.route('**/api/auth/login', (route) => route.abort())
  await dialog.getByRole('tab', { name: 'Login' }).click()
  await username.fill('anyone')
  await password.fill('any-password')
  await dialog.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText("Can't reach the server.").first()).toBeVisible()
  await expect(page.getByText('Invalid username or password')).toHaveCount(0)
})
