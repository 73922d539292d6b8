import { sees } from './conformance/sees.ts'
import { expect, test } from './fixture.ts'
import { tabTo } from './inputs.ts'

test('sign-up, character creation, chat, profile and subscription work with the keyboard only', async ({ page }) => {
  const name = `Kay Board ${process.pid}`
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')

  await test.step('sign up', async () => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: /^skip to/i })).toBeFocused()
    await tabTo(page.getByRole('button', { name: 'Get Started Free' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Create your account":
        - heading "Create your account" [level=2]
        - button "Close"
        - paragraph: Free to start. All you need is a username and a password.
        - tablist "Log in or sign up":
          - tab "Login"
          - tab "Sign Up" [selected]
        - tabpanel "Sign Up":
          - text: Username
          - textbox "Username"
          - text: Password
          - textbox "Password"
          - button "Show password"
          - paragraph: At least 6 characters.
          - text: Confirm password
          - textbox "Confirm password"
          - button "Show password"
          - button "Sign Up"
    `)
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await page.keyboard.type(name)
    await tabTo(dialog.getByLabel('Password', { exact: true }))
    await page.keyboard.type('quiet-harbor')
    await tabTo(dialog.getByLabel('Confirm password'))
    await page.keyboard.type('quiet-harbor')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${name}` })).toBeVisible()
  })

  await test.step('create', async () => {
    await tabTo(main.getByRole('link', { name: 'Create Character' }))
    await page.keyboard.press('Enter')
    await tabTo(main.getByRole('tab', { name: 'Quick Start' }))
    await page.keyboard.press('ArrowRight')
    await tabTo(main.getByLabel('Name', { exact: true }))
    await page.keyboard.type('Tess Tab')
    await tabTo(main.getByLabel('Description', { exact: true }))
    await page.keyboard.type('Never touched a mouse.')
    await tabTo(main.getByRole('button', { name: 'Save Character' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/create\?id=/)
  })

  await test.step('chat', async () => {
    const toasts = page.getByRole('region', { name: /F8/ })
    await sees('9.toast.5', async () => {
      await page.keyboard.press('F8')
      await expect(toasts.locator('ol')).toBeFocused()
    })
    await tabTo(toasts.getByRole('button', { name: 'Chat' }))
    await page.keyboard.press('Enter')
    const composer = page.getByRole('textbox', { name: 'Message Tess Tab' })
    await expect(composer).toBeFocused()
    await page.keyboard.type('Good evening.')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chat\/[\w-]{36}/)
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
    await expect(composer).toBeFocused()
    await expect(page.getByRole('log')).toMatchAriaSnapshot(`
      - log "Conversation with Tess Tab":
        - article:
          - heading "You" [level=2]
          - paragraph: Good evening.
        - article:
          - heading "Tess Tab" [level=2]
    `)
  })

  await test.step('edit the profile', async () => {
    const settings = page.getByRole('button', { name: 'Profile settings' })
    await tabTo(settings)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Display name')).toBeFocused()
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Profile Settings":
        - heading "Profile Settings" [level=2]
        - button "Close"
        - textbox "Display name"
        - button "Cancel"
        - button "Save changes"
    `)
    await page.keyboard.type('Kay')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(settings).toBeFocused()
    await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('Kay', { exact: true })).toBeVisible()
  })

  await test.step('subscribe', async () => {
    await tabTo(page.getByRole('link', { name: 'Subscribe' }))
    await page.keyboard.press('Enter')
    await tabTo(main.getByRole('button', { name: 'Choose Premium' }))
    await page.keyboard.press('Enter')
    await tabTo(main.getByLabel('Email', { exact: true }))
    await page.keyboard.type('kay@example.com')
    await tabTo(main.getByLabel('Full name', { exact: true }))
    await page.keyboard.type('Kay Board')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { name: 'Payment' })).toBeFocused()
    await tabTo(main.getByLabel('Card number'))
    await page.keyboard.type('4242424242424242')
    await tabTo(main.getByLabel('Expiry'))
    await page.keyboard.type('1240')
    await tabTo(main.getByLabel('CVC'))
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Kay' })).toBeVisible()
    await expect(
      page.getByRole('complementary', { name: 'Sidebar' }).getByText('Premium', { exact: true }),
    ).toBeVisible()
  })
})
