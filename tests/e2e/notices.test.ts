import { signUp } from './accounts.ts'
import { createCharacter, findSampleCharacter } from './conformance/server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

test.use({ isLive: true })

test('a character that changed is among the notices of its players, and a conversation goes to another one', async ({
  page,
  browser,
}) => {
  const author = await (await browser.newContext()).newPage()
  await signUp(author)
  const fields = { name: 'Odile Vane', category: 'Mystery' as const, greeting: 'Mind the step.' }
  const character = await createCharacter(author.request, fields)
  const connected = page.waitForResponse('**/api/events')
  await signUp(page)
  await connected
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  const ferry = { characterId, message: 'Is the ferry late?' }
  const { conversationId } = await (await page.request.post('/api/chat', { data: ferry })).json()
  const data = { characterId: character.id, message: 'Good evening.' }
  expect((await page.request.post('/api/chat', { data })).status()).toBe(200)

  expect(
    (
      await author.request.put(`/api/characters/${character.id}`, { data: { ...fields, description: 'Sells lamps.' } })
    ).status(),
  ).toBe(200)
  await expect(page.getByText('Odile Vane was changed by its author').first()).toBeVisible()
  await expect(page.getByText('1 new notice')).toBeAttached()
  await page.goto('/settings')
  const notice = page.getByRole('list', { name: 'Notices' }).getByRole('listitem')
  await expect(notice).toContainText('Odile Vane was changed by its author')
  await expectAccessible(page)

  await page.goto(`/chat/${conversationId}`)
  await page.getByRole('button', { name: 'Conversations' }).click()
  const panel = page.getByRole('complementary', { name: 'Conversations' })
  await panel.getByRole('button', { name: 'More about Is the ferry late?' }).click()
  await page.getByRole('menuitem', { name: 'Change character…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change character' })
  await dialog.getByRole('searchbox').fill('odile')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Choose: Odile Vane' }).click()
  await expect(page.getByRole('heading', { name: 'Odile Vane', level: 1 })).toBeVisible()
  await expect(page.getByText('Is the ferry late?').first()).toBeVisible()
})
