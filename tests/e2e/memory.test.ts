import { beginConversation, pressInHeader } from './conversations.ts'
import { expect, test } from './fixture.ts'

test('facts are added, pinned, corrected, opened at their message, deleted and restored', async ({ page }) => {
  const conversation = await beginConversation(page, 'I keep bees behind the mill.')
  const { messages } = await (await page.request.get(`/api/conversations/${conversation}`)).json()
  const said = messages.find(({ role }: { role: string }) => role === 'user')
  const data = { text: 'The player keeps bees.', sources: [said.id] }
  await page.request.post(`/api/conversations/${conversation}/memory/facts`, { data })
  await page.goto(`/chat/${conversation}`)

  await pressInHeader(page, 'Memory…')
  const panel = page.getByRole('dialog', { name: 'Memory' })
  await expect(panel.getByText('The player keeps bees.')).toBeVisible()

  await panel.getByRole('button', { name: 'Add a fact' }).click()
  await panel.getByLabel('What should be remembered?').fill('The player is left-handed.')
  await panel.getByRole('button', { name: 'Save' }).click()
  const own = panel.getByRole('listitem').filter({ hasText: 'left-handed' })
  await own.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(own.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await own.getByRole('button', { name: 'Correct' }).click()
  await panel.getByLabel('Correct this fact').fill('The player is right-handed.')
  await panel.getByRole('button', { name: 'Save' }).click()
  const corrected = panel.getByRole('listitem').filter({ hasText: 'right-handed' })
  await corrected.getByRole('button', { name: 'Delete' }).click()
  await expect(corrected).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(corrected.getByText('Pinned')).toBeVisible()

  await panel.getByRole('switch', { name: 'Remember this conversation' }).click()
  await expect(panel.getByText('Memory is off')).toBeVisible()

  await panel.getByRole('button', { name: /^Go to the message: .*I keep bees/ }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'I keep bees behind the mill.' })).toBeFocused()
})
