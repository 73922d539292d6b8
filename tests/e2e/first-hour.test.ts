import type { Page } from '@playwright/test'
import { logIn } from './accounts.ts'
import { conversationInUrl, readConversation, waitForReply } from './conversations.ts'
import { expect, startServer, test, withMotion } from './fixture.ts'

test.use(withMotion)

const dailyMessages = 4
const password = 'quiet-harbor'
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
const transcript = (page: Page) => page.getByRole('log')

/** Sends a message and waits for the reply. Returns the conversation's id. */
async function say(page: Page, message: string): Promise<string> {
  await composer(page).fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(transcript(page).getByText(message, { exact: true })).toBeVisible()
  const id = await conversationInUrl(page)
  await waitForReply(page, id)
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  return id
}

test('the first hour, from the landing page to Premium and to the phone', async ({ page, browser }, testInfo) => {
  const server = await startServer({ FREE_DAILY_MESSAGES: String(dailyMessages), AGE_ASSURANCE: 'attest' })
  const name = `Sam ${crypto.randomUUID().slice(0, 8)}`
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // The browser itself logs each refused request, such as the one beyond the daily limit.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  let images = 0
  const photograph = async (what: string, from = page) => {
    images += 1
    const file = `${String(images).padStart(2, '0')}-${what}.png`
    await from.screenshot({ path: testInfo.outputPath(file), animations: 'disabled' })
  }
  try {
    await test.step('landing → a character → sign up → that chat', async () => {
      await page.goto(server.url)
      await photograph('landing')
      await page.getByRole('button', { name: 'Wren of Harrow' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Username').fill(name)
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByLabel('Confirm password').fill(password)
      await photograph('sign-up')
      await dialog.getByRole('button', { name: 'Sign Up' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Wren of Harrow' })).toBeVisible()
      await expect(composer(page)).toBeEnabled()
      await photograph('greeting')
    })

    let firstConversation = ''
    await test.step('the name is remembered', async () => {
      await page.getByLabel('What should characters call you?').fill('Robin')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByLabel('What should characters call you?')).toHaveCount(0)
      firstConversation = await say(page, 'Good evening. I have come for a charm.')
      await say(page, 'What is my name?')
      await expect(transcript(page).getByRole('article').last()).toContainText('Robin')
      await expect(page.getByText(`${dailyMessages - 2} free messages left today.`)).toBeVisible()
      await photograph('name-remembered')
    })

    await test.step('home welcomes back → own character → chat with it', async () => {
      await page.goto(server.url)
      await expect(page.getByRole('heading', { level: 1, name: `Welcome back, ${name}` })).toBeVisible()
      await expect(page.getByRole('article').first()).toBeVisible()
      await photograph('home')
      await page.getByRole('main').getByRole('link', { name: 'Create Character' }).click()
      await page.getByRole('tab', { name: 'Basics' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Odile Marsh')
      await page.getByLabel('Description').fill('Repairs clocks that run backwards.')
      await photograph('creator')
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByLabel('Greeting').fill('*She does not look up.* “Which way does yours run?”')
      await page.getByRole('button', { name: 'Save Character' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Edit Character' })).toBeVisible()
      await photograph('saved')
      await page.getByRole('link', { name: 'Chat now' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Odile Marsh' })).toBeVisible()
      await say(page, 'Backwards, since Tuesday.')
      await say(page, 'Can you mend it?')
      await expect(page.getByText('No free messages left today.')).toBeVisible()
      await photograph('own-chat')
    })

    await test.step('the limit → subscribe', async () => {
      await composer(page).fill('And how long will it take?')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(transcript(page).getByText(/You have used your 4 free messages for today/)).toBeVisible()
      await photograph('limit')
      await transcript(page).getByRole('link', { name: 'Upgrade to Premium' }).click()
      await expect(page.getByText('Limited daily messages: 4 a day')).toBeVisible()
      await photograph('plans')
      await page.getByRole('button', { name: 'Choose Premium' }).click()
      await page.getByLabel('Email').fill('sam@example.com')
      await page.getByLabel('Full name').fill('Sam Quill')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await page.getByLabel('Card number').fill('4242424242424242')
      await page.getByLabel('Expiry').fill('1240')
      await page.getByLabel('CVC').fill('123')
      await photograph('payment')
      await page.getByRole('button', { name: /^Pay/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: `Welcome back, ${name}` })).toBeVisible()
      await photograph('premium')
    })

    await test.step('an image for the own character', async () => {
      await page.goto(`${server.url}/my-characters`)
      await page.getByRole('button', { name: 'Edit Odile Marsh' }).click()
      await page.getByRole('tab', { name: 'Image' }).click()
      await page.getByLabel('Describe the picture').fill('A serious woman with grey hair in a bun, and glasses')
      await page.getByRole('button', { name: 'Generate Image' }).click()
      await expect(page.getByText(/^Drawn from: glasses, grey hair, serious, bun\./).first()).toBeVisible()
      await photograph('picture')
      await page.getByRole('button', { name: 'Save Character' }).click()
      await expect(page.locator('article img')).toHaveAttribute('src', /^\/portraits\/sketch-/)
      await photograph('my-characters')
    })

    await test.step('the conversation goes on on the phone', async () => {
      const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      const small = await phone.newPage()
      await small.goto(`${server.url}/chat/${firstConversation}`)
      await logIn(small, name)
      await expect(transcript(small).getByText('What is my name?')).toBeVisible()
      await say(small, 'And what did I come for?')
      await expect(small.getByText('Send an empty message to continue the story.')).toBeVisible()
      await photograph('phone', small)
      expect((await readConversation(small, firstConversation)).messagesLeft).toBeNull()
      await phone.close()
    })
    expect(errors, 'The console has no errors').toEqual([])
  } finally {
    await server.stop()
  }
})
