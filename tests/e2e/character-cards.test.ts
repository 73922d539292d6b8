import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { toCard } from '#engine/cards/card.ts'
import { readCard } from '#engine/cards/read-card.ts'
import { writeCardPng } from '#engine/cards/write-card.ts'
import type { OwnCharacter } from '#shared/characters.ts'
import { image } from '../support/images.ts'
import { registerAccount } from './accounts.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

const data = {
  name: 'Ilse Marrow',
  description: '{{char}} draws charts of coasts nobody has seen.',
  first_mes: '*The lantern swings.* "You’re late, {{user}}."',
  creator_notes: 'For evenings by the sea.',
  alternate_greetings: ['"Third bell rang a while ago."'],
  tags: ['adventure'],
  extensions: { depth_prompt: { depth: 4 } },
  character_book: { entries: [{ keys: ['reef'], content: 'The reef is on no chart.', enabled: true }] },
}

async function dropFile(page: Page, name: string, bytes: Uint8Array) {
  const file = { name, base64: Buffer.from(bytes).toString('base64') }
  const transfer = await page.evaluateHandle(({ name, base64 }) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    transfer.items.add(new File([bytes], name, { type: name.endsWith('png') ? 'image/png' : 'application/json' }))
    return transfer
  }, file)
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

const isSaved = (page: Page) => expect(page.getByText('Character Saved', { exact: true }).first()).toBeVisible()
const save = (page: Page) => page.getByRole('button', { name: 'Save Character' }).click()
const importedCard = (page: Page) => page.getByRole('region', { name: 'Imported card' })

async function saveAsGeneral(page: Page) {
  await page.getByLabel('Content rating').selectOption('general')
  await save(page)
  await isSaved(page)
}

/** Exports the only character of the account from its menu. */
async function exportAs(page: Page, name: string) {
  await page.goto('/my-characters')
  await page.getByRole('button', { name: 'More about Ilse Marrow' }).first().click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name }).click()
  return readFileSync(await (await download).path())
}

const ilse = async () => writeCardPng(await image('png'), toCard({ spec: 'chara_card_v2', data }).card)

test('a card that is dropped, saved and exported comes back as the same', async ({ page }) => {
  await registerAccount(page)
  await page.goto('/my-characters')
  await page.getByRole('button', { name: 'Import a card' }).waitFor()
  await dropFile(page, 'notes.json', Buffer.from('{}'))
  await expect(page.getByText('notes.json was not imported').first()).toBeVisible()

  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    JSON.stringify({ name: 'Pasted', first_mes: 'Hm.' }),
  )
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pasted')

  await dropFile(page, 'ilse.png', await ilse())
  await page.getByRole('button', { name: 'Replace it' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ilse Marrow')
  await page.reload()
  await expect(importedCard(page)).toBeVisible()
  await save(page)
  const rating = page.getByLabel('Content rating')
  await expect(rating).toBeFocused()
  await expect(rating).toHaveAccessibleDescription(/Please choose a content rating\./)
  await saveAsGeneral(page)

  const json = await exportAs(page, 'Export as JSON')
  expect(readCard(json).card.data).toMatchObject(data)
  const png = await exportAs(page, 'Export as PNG')
  expect(readCard(png).card).toEqual(readCard(json).card)

  const list = async () => (await (await page.request.get('/api/characters')).json()) as { id: string }[]
  await page.getByRole('button', { name: 'More about Ilse Marrow' }).first().click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ilse Marrow (copy)')
  const [duplicate] = await list()
  const duplicated = await page.request.get(`/api/characters/${duplicate?.id}/card.json`)
  expect(await duplicated.json()).toMatchObject({ data: { ...data, name: 'Ilse Marrow (copy)' } })
  expect((await page.request.delete(`/api/characters/${duplicate?.id}`)).ok()).toBe(true)

  await page.goto('/my-characters')
  await page.getByLabel('Character cards').setInputFiles([
    { name: 'again.png', mimeType: 'image/png', buffer: png },
    { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{}') },
    { name: 'third.json', mimeType: 'application/json', buffer: json },
  ])
  const rows = page.locator('section[aria-label=Import] > ul > li')
  await expect(page.getByText('2 of 3 files are character cards. 0 saved.')).toBeVisible()
  await expect(rows.nth(1)).toContainText('This file is not a character card')
  await expectAccessible(page)
  await rows.first().getByLabel('Content rating of Ilse Marrow').selectOption('general')
  await page.getByRole('button', { name: 'Save 1 character' }).click()
  await expect(rows.first().getByRole('link', { name: 'Ilse Marrow' })).toBeVisible()
  await rows.last().getByRole('button', { name: 'Look it over' }).click()
  await importedCard(page).waitFor()
  await expect(rating).toHaveValue('')

  const [copy, first] = await Promise.all(
    (await list()).map(
      async ({ id }) => (await (await page.request.get(`/api/characters/${id}`)).json()) as OwnCharacter,
    ),
  )
  expect(copy?.avatar).toMatch(/^\/files\//)
  expect({ ...copy, id: '', avatar: '', createdAt: 0, updatedAt: 0 }).toEqual({
    ...first,
    id: '',
    avatar: '',
    createdAt: 0,
    updatedAt: 0,
  })
})
