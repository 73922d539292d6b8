import type { Page } from '@playwright/test'
import { beginConversation, readConversation, submit } from './conversations.ts'
import { expect, phone, test } from './fixture.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message Ines Calder' })
const log = (page: Page) => page.getByRole('log')

/** Starts a conversation with personas and quick replies, and opens it; returns its id. */
async function openConversation(page: Page): Promise<string> {
  const id = await beginConversation(page, 'Good evening.')
  await page.request.post('/api/personas', { data: { name: 'Wilhelmina', description: 'A surveyor.' } })
  const replies = [
    { label: 'Wait', text: '*{{user}} waits for {{char}}.*', sendNow: true },
    { label: 'Look', text: '*I look around.*', sendNow: false },
  ]
  await page.request.put('/api/quick-replies', { data: { replies } })
  await page.goto(`/chat/${id}`)
  await expect(log(page).getByRole('article')).toHaveCount(3)
  return id
}

test('commands are listed while their name is typed, run by key, and lose no text', async ({ page }) => {
  const id = await openConversation(page)
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
  await composer(page).pressSequentially('/n')
  await expect(options).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(composer(page)).toHaveValue(/^\/n\w+ $/)

  await submit(composer(page), '/note It rains.')
  await expect(composer(page)).toHaveValue('')
  await expect.poll(async () => (await readConversation(page, id)).notes?.note).toBe('It rains.')

  await submit(composer(page), '/dance wildly')
  await expect(page.getByRole('alert')).toContainText('There is no command “/dance”')
  await expect(composer(page)).toHaveValue('/dance wildly')

  await submit(composer(page), '//dance')
  await expect(log(page)).toContainText('/dance')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect.poll(async () => (await readConversation(page, id)).messages.at(-2)?.content).toBe('/dance')

  await submit(composer(page), '/rename A long evening')
  await expect.poll(async () => (await readConversation(page, id)).conversation.title).toBe('A long evening')

  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Edit your message' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Edit your message' })).toHaveValue('/dance')
})

test('arguments are completed by key, and an unknown command stays in the composer with an explanation', async ({
  page,
}) => {
  const id = await openConversation(page)
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
  await composer(page).pressSequentially('/persona wil')
  await expect(options).toHaveText(['Wilhelmina'])
  await page.keyboard.press('Tab')
  await expect(composer(page)).toHaveValue('/persona Wilhelmina')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^You are Wilhelmina/ })).toBeVisible()

  await submit(composer(page), '/folder Winter')
  await expect(page.getByRole('alert')).toContainText('You have no folder “Winter”')
  await expect(composer(page)).toHaveValue('/folder Winter')
  await submit(composer(page), '/new-folder Winter')
  await expect(composer(page)).toHaveValue('')
  await expect.poll(async () => (await readConversation(page, id)).conversation.folderId).toBeTruthy()

  await composer(page).fill('/conversations ')
  await expect(options.filter({ hasText: 'Winter' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(options.filter({ hasText: 'Winter' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const list = page.getByRole('complementary', { name: 'Conversations' })
  await expect(composer(page)).toHaveValue('')
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await composer(page).fill('/pin')
  await composer(page).evaluate(async (field) => {
    const press = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    // The second press would send an empty message, which continues the story.
    press()
    await new Promise((resolve) => setTimeout(resolve))
    press()
  })
  await expect(page.getByText('Conversation pinned', { exact: true })).toBeVisible()
  await expect(log(page).getByRole('article')).toHaveCount(3)
})

test.describe('on a touch screen', () => {
  test.use(phone)

  test('a persona is chosen in mid-story, and quick replies are said under its name', async ({ page }) => {
    const id = await openConversation(page)
    await composer(page).fill('/pers')
    await page.getByRole('option', { name: /^\/persona / }).tap()
    await expect(composer(page)).toHaveValue('/persona ')
    await page.getByRole('button', { name: 'Send' }).tap()
    await page.getByRole('radio', { name: /Wilhelmina/ }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).tap()

    await page.getByRole('button', { name: 'Look', exact: true }).tap()
    await expect(composer(page)).toHaveValue('*I look around.*')
    await composer(page).fill('')
    await page.getByRole('button', { name: 'Wait', exact: true }).tap()
    await expect(log(page)).toContainText('You are Wilhelmina from here on')
    await expect(log(page)).toContainText('Wilhelmina waits for Ines Calder.')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
    await expect.poll(async () => (await readConversation(page, id)).messages.at(-2)?.persona?.name).toBe('Wilhelmina')

    await page.getByRole('button', { name: 'Hide quick replies' }).tap()
    await expect(page.getByRole('button', { name: 'Wait', exact: true })).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show quick replies' })).toBeVisible()
  })
})
