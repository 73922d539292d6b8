import type { Page } from '@playwright/test'
import { registerAccount } from './accounts.ts'
import { conversationInUrl, openConversation, pressInHeader, readConversation, submit } from './conversations.ts'
import { expect, test } from './fixture.ts'

const articles = (page: Page) => page.getByRole('log').getByRole('article')
const speakers = (page: Page) => page.getByRole('group', { name: 'Who speaks next' })
const scene = (page: Page) => page.getByRole('dialog', { name: 'The scene' })

async function send(page: Page, text: string) {
  await submit(page.getByRole('textbox', { name: 'Message everybody' }), text)
}

test('a character is added, picked, named, leaves and comes back', async ({ page }) => {
  const conversationId = await openConversation(page, 'Good evening.')
  const name = 'Kit Tamura'
  await pressInHeader(page, 'Add a character')
  const adding = page.getByRole('dialog', { name: 'Add a character' })
  await adding.getByRole('searchbox', { name: 'Search characters' }).fill(name)
  await adding.getByRole('button', { name: `Add ${name}` }).click()
  const asked = page.getByRole('dialog', { name: `Add ${name}?` })
  await expect(asked).toContainText('does not know what was said')
  await asked.getByRole('button', { name: `Add ${name}` }).click()
  await expect(scene(page)).toContainText('in the scene')
  await scene(page).getByRole('combobox', { name: 'Who speaks next' }).selectOption('manual')
  await expect.poll(async () => (await readConversation(page, conversationId)).scene?.turnOrder).toBe('manual')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('log')).toContainText(`${name} joined`)

  const chip = speakers(page).getByRole('button', { name })
  await expect(chip).toBeEnabled()
  await chip.focus()
  await page.keyboard.press('Space')
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await send(page, 'And who are you?')
  await expect(articles(page).last().getByRole('heading', { name })).toBeVisible()
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await readConversation(page, conversationId)).messages.at(-1)?.status).toBe('complete')

  await chip.click()
  await page.getByRole('button', { name: `Whisper to ${name}` }).click()
  await page.keyboard.type('Come closer.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText(`Only ${name} hears this`)
  await expect(articles(page).last().getByRole('heading', { name })).toBeVisible()
  await expect.poll(async () => (await readConversation(page, conversationId)).messages.at(-1)?.status).toBe('complete')
  const { messages } = await readConversation(page, conversationId)
  expect(messages.slice(-2).map(({ whisper, audience }) => [whisper, audience?.length])).toEqual([
    [true, 1],
    [true, 1],
  ])

  await page.getByRole('button', { name: /change the scene/ }).click()
  await scene(page)
    .getByRole('button', { name: `Send away: ${name}` })
    .click()
  await page
    .getByRole('dialog', { name: `Send ${name} away?` })
    .getByRole('button', { name: `Send ${name} away` })
    .click()
  await expect(scene(page).getByRole('button', { name: `Bring back: ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('log')).toContainText(`${name} left`)
  await expect(speakers(page).getByRole('button')).toHaveCount(1)
})

test('a scene is started with two characters, and both answer a message', async ({ page }) => {
  await registerAccount(page)
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Start a scene' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a scene' })
  await dialog
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await dialog
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Start the scene' }).click()
  const id = await conversationInUrl(page)
  await expect(articles(page)).toHaveCount(1)
  await expect(speakers(page).getByRole('button')).toHaveCount(2)
  await send(page, 'Good evening to both of you.')
  await expect(articles(page)).toHaveCount(4)
  await expect.poll(async () => (await readConversation(page, id)).messages.at(-1)?.status).toBe('complete')
  const { messages } = await readConversation(page, id)
  const names = await articles(page).getByRole('heading').allTextContents()
  expect(new Set(names.slice(2)).size).toBe(2)
  expect(messages.slice(2).every(({ audience }) => audience?.length === 2)).toBe(true)
})
