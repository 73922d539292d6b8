import { registerAccount } from './accounts.ts'
import { createCharacter } from './conformance/server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

test('a chat is offered what has changed of its character, and its author restores an earlier version', async ({
  page,
}) => {
  await registerAccount(page)
  const fields = { name: 'Odile Marsh', personality: 'Patient and kind.', greeting: 'Mind the step.' }
  const { id } = await createCharacter(page.request, fields)
  const sent = await page.request.post('/api/chat', { data: { characterId: id, message: 'Good evening.' } })
  const { conversationId } = await sent.json()
  const changes = { name: 'Odile Quist', personality: 'Patient and cold.' }
  const book = (content: string) => ({ data: { lorebook: JSON.stringify({ entries: [{ keys: ['reef'], content }] }) } })
  await page.request.put(`/api/characters/${id}/lorebook`, book('It is sharp.'))
  await page.request.put(`/api/characters/${id}`, { data: changes })
  await page.request.put(`/api/characters/${id}/lorebook`, book('It is gone.'))

  await page.goto(`/chat/${conversationId}`)
  await page.getByRole('button', { name: 'See what changed' }).click()
  const update = page.getByRole('dialog', { name: 'What has changed' })
  await expect(update.getByRole('region', { name: 'Personality' }).getByRole('insertion')).toHaveText('cold')
  await expectAccessible(page)
  await update.getByRole('button', { name: 'Take the update' }).click()
  await expect(page.getByRole('heading', { name: 'Odile Quist', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Odile Marsh', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'See what changed' }).click()
  await update.getByRole('button', { name: 'Keep it as it is' }).click()
  await expect(page.getByRole('button', { name: 'See what changed' })).toBeHidden()

  await page.goto(`/create?id=${id}`)
  await page.getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog')
  await expectAccessible(page)
  await versions.getByRole('button', { name: 'Changed: lorebook' }).nth(1).click()
  await expect(versions.getByRole('region', { name: 'Name' }).getByRole('insertion')).toHaveText('Marsh')
  await expect(versions.getByRole('region', { name: 'Lorebook' }).getByRole('insertion')).toHaveText('sharp')
  await versions.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Odile Marsh')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Character Saved', { exact: true }).first()).toBeVisible()
  expect(await (await page.request.get(`/api/characters/${id}`)).json()).toMatchObject(fields)
  expect(await (await page.request.get(`/api/characters/${id}/lorebook`)).text()).toContain('It is sharp.')
})

test('an unsaved character answers its author, and what cannot be written without a model is said', async ({
  page,
}) => {
  await registerAccount(page)
  await page.goto('/create')
  await page.getByRole('button', { name: 'Write it for me' }).click()
  await expect(page.getByRole('dialog')).toContainText('No AI model is connected.')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Personality' }).click()
  await page.getByLabel('Greeting').fill('Mind the step.')
  await page.getByRole('button', { name: 'Try it' }).filter({ visible: true }).click()
  const log = page.getByRole('log', { name: 'What was said' })
  await expect(log.getByRole('listitem')).toHaveText(['Mind the step.'])
  await page.getByLabel('Message No name yet').fill('Is anybody there?')
  await page.keyboard.press('Enter')
  await expect(log.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Begin again' }).click()
  await expect(log.getByRole('listitem')).toHaveText(['Mind the step.'])
})
