import { readFile } from 'node:fs/promises'
import type { Conversation } from '#shared/chat.ts'
import { registerAccount } from './accounts.ts'
import { openConversation } from './conversations.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

test('a conversation is pinned, archived and brought back, exported, and imported next to a file that cannot be read', async ({
  page,
}) => {
  const conversation = await openConversation(page, 'Is the ferry late?')
  await page.getByRole('button', { name: 'Conversations' }).click()
  const panel = page.getByRole('complementary', { name: 'Conversations' })
  const choose = async (name: string) => {
    await panel.getByRole('button', { name: 'More about Is the ferry late?' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const rowIn = (section: string) => panel.getByRole('region', { name: section }).getByRole('listitem')

  await choose('Pin')
  await expect(rowIn('Pinned')).toHaveCount(1)
  await expect(rowIn('Today')).toHaveCount(0)
  await choose('Archive')
  await expect(panel.getByText('All your conversations are archived')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowIn('Today')).toHaveCount(1)

  await choose('Archive')
  await panel.getByRole('button', { name: 'Show them' }).click()
  await expect(rowIn('Archived')).toHaveCount(1)
  await choose('Move to conversations')
  await expect(rowIn('Archived')).toHaveCount(0)
  await panel.getByRole('button', { name: 'All conversations' }).click()
  await expect(rowIn('Today')).toHaveCount(1)

  await choose('Export…')
  const download = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Everything/ })
    .click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Ines Calder \d{4}-\d\d-\d\d\.json$/)
  const exported = await readFile(await file.path())

  await panel.getByRole('button', { name: 'Import conversations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import conversations' })
  const line = (name: string, mes: string, more = {}) => JSON.stringify({ name, is_user: false, mes, ...more })
  const wren = ['{"user_name":"Sam"}', line('Wren', 'You came.'), line('Wren', 'Forget it.', { is_system: true })]
  await dialog.getByLabel('Conversation files').setInputFiles([
    { name: 'Wren.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(wren.join('\n')) },
    { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{"notes":[]}') },
    { name: file.suggestedFilename(), mimeType: 'application/json', buffer: exported },
  ])
  const files = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(files.nth(0)).toContainText('2 messages, 1 hidden from characters')
  await expect(files.nth(1)).toContainText('This file is not a conversation')
  await expect(files.nth(2)).toContainText('Imported: 3 messages with Ines Calder')
  await files.nth(0).getByLabel('There is no Wren here.').selectOption('Another character…')
  await files.nth(0).getByLabel('Search characters').fill('Ines')
  await expectAccessible(page)
  await files.nth(0).getByRole('button', { name: 'Choose: Ines Calder' }).click()
  await expect(files.filter({ hasText: 'Wren.jsonl' })).toContainText('Imported: 2 messages with Ines Calder, 1 hidden')
  await files.nth(2).getByRole('link', { name: 'Open' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(new RegExp(conversation))
  await expect(page.getByText('Is the ferry late?').first()).toBeVisible()
  await expect(panel.getByRole('link', { name: /Is the ferry late/ })).toHaveCount(2)
})

test('several conversations are selected with the keyboard and by a long press, archived and brought back', async ({
  page,
}) => {
  await registerAccount(page)
  const { id: characterId } = (await (await page.request.get('/api/characters/public?limit=1')).json())[0]
  for (const message of ['One', 'Two', 'Three'])
    await page.request.post('/api/chat', { data: { characterId, message } })
  const folder = await (await page.request.post('/api/folders', { data: { name: 'Coast' } })).json()
  const list = async () => (await (await page.request.get('/api/conversations')).json()) as Conversation[]
  const [{ id = '' } = {}] = await list()
  await page.request.patch(`/api/conversations/${id}`, { data: { folderId: folder.id } })
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Conversations' }).click()
  const panel = page
    .getByRole('dialog', { name: 'Conversations' })
    .or(page.getByRole('complementary', { name: 'Conversations' }))
  const boxes = panel.getByRole('checkbox')
  const toolbar = panel.getByRole('toolbar', { name: 'Selected conversations' })

  await panel.getByRole('button', { name: 'Select conversations' }).press('Enter')
  await panel.getByRole('checkbox', { name: 'Three' }).press('Space')
  await panel.getByRole('checkbox', { name: 'One' }).click({ modifiers: ['Shift'] })
  await expect(toolbar.getByRole('status')).toHaveText('3 selected')
  await panel.getByRole('checkbox', { name: 'Two' }).press('Space')
  await expectAccessible(page)
  await toolbar.getByRole('button', { name: 'Archive' }).press('Enter')
  await expect(boxes).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Select conversations' })).toBeFocused()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(3)

  const folders = async () => (await list()).map(({ folderId }) => folderId)
  await panel.getByRole('button', { name: 'Select conversations' }).press('Enter')
  await toolbar.getByRole('button', { name: 'Select all shown' }).click()
  await toolbar.getByRole('button', { name: 'Move to folder' }).click()
  await page.getByRole('button', { name: 'No folder' }).click()
  await expect.poll(folders).toEqual([null, null, null])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(folders).toEqual([folder.id, null, null])

  const link = panel.getByRole('link', { name: /^Two/ })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const { x = 0, y = 0 } = (await link.boundingBox()) ?? {}
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 20, y: y + 20 }] })
  const two = panel.getByRole('checkbox', { name: 'Two' })
  await expect(two).toBeChecked()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(two).toBeChecked()
})
