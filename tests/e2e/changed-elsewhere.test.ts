import type { Page } from '@playwright/test'
import type { OwnCharacter } from '../../src/shared/characters.ts'
import { registerAccount } from './accounts.ts'
import { openConversation, pressInHeader } from './conversations.ts'
import { expectAccessible, expectToFit } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Changed elsewhere' })
const choice = (page: Page, field: string, label: RegExp) =>
  dialog(page).getByRole('group', { name: field }).getByRole('radio', { name: label })

test('a character that was saved elsewhere meanwhile is merged field by field, and nothing typed is lost', async ({
  page,
}) => {
  await registerAccount(page)
  const data = {
    name: 'Ada Quill',
    description: 'Keeps a lighthouse.',
    personality: 'Calm.',
    greeting: 'Good evening.',
  }
  const { id } = (await (await page.request.post('/api/characters', { data })).json()) as OwnCharacter
  const read = async (): Promise<OwnCharacter> => (await page.request.get(`/api/characters/${id}`)).json()
  await page.goto(`/create?id=${id}`)
  await page.getByLabel('Description').fill('Keeps a lighthouse and bees.')
  await page.getByRole('tab', { name: 'Personality' }).click()
  await page.getByRole('textbox', { name: 'Personality' }).fill('Restless.')
  // On another device.
  const theirs = { description: 'Keeps the old lighthouse.', greeting: 'Who is there?' }
  await page.request.put(`/api/characters/${id}`, { data: theirs })

  const save = page.getByRole('button', { name: 'Save Character' })
  await save.click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await expect(choice(page, 'Description', /Yours Keeps a lighthouse and bees/)).toBeChecked()
  await expect(choice(page, 'Personality', /Yours Restless/)).toBeChecked()
  await expect(choice(page, 'Greeting', /Saved elsewhere Who is there/)).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Personality' })).toHaveValue('Restless.')
  expect(await read()).toMatchObject({ ...theirs, personality: 'Calm.' })

  await save.click()
  await choice(page, 'Description', /Saved elsewhere/).check()
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Character Saved', { exact: true }).first()).toBeVisible()
  expect(await read()).toMatchObject({ ...theirs, personality: 'Restless.' })
})

test('notes and a fact that were changed elsewhere show the other text before they replace it', async ({ page }) => {
  const conversation = `/api/conversations/${await openConversation(page, 'Good evening.')}`
  await pressInHeader(page, 'Notes for the story…')
  const note = page.getByRole('textbox', { name: 'Author’s note' })
  await note.fill('It rains.')
  await page.request.put(`${conversation}/notes`, { data: { scene: 'The harbour.', note: 'It snows.' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Changed in another tab.*“It snows\.”/)).toBeVisible()
  await expect(note).toHaveValue('It rains.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note).toHaveCount(0)
  const { notes } = await (await page.request.get(conversation)).json()
  // What only the other device had changed stays.
  expect(notes).toMatchObject({ scene: 'The harbour.', note: 'It rains.' })

  const { fact } = await (
    await page.request.post(`${conversation}/memory/facts`, { data: { text: 'The lamp is old.' } })
  ).json()
  await pressInHeader(page, 'Memory…')
  await page.getByRole('button', { name: 'Correct' }).click()
  const correction = page.getByRole('textbox', { name: 'Correct this fact' })
  await correction.fill('The lamp is new.')
  await page.request.patch(`${conversation}/memory/facts/${fact.id}`, { data: { text: 'The lamp is broken.' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('The lamp is broken.')
  await expect(correction).toHaveValue('The lamp is new.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(correction).toHaveCount(0)
  await expect(page.getByText('The lamp is new.')).toBeVisible()
})
