import type { Page } from '@playwright/test'
import { fillSignUp, registerAccount } from './accounts.ts'
import { createCharacter, findSampleCharacter } from './conformance/server.ts'
import { expect, test } from './fixture.ts'

const landing = (page: Page) => page.getByRole('heading', { name: 'Someone is waiting in the wings.' })
const metaOf = (page: Page, property: string) => page.locator(`meta[property="og:${property}"]`).getAttribute('content')

test('a visitor sees the character of a shared link above the landing page, and signs up into the chat', async ({
  page,
  browser,
}) => {
  await registerAccount(page)
  const { id, description } = await findSampleCharacter(page.request, 'Farid Haddad')
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/characters/${id}`)
  await expect(visitor.getByRole('heading', { name: 'Farid Haddad' })).toBeVisible()
  await expect(visitor.getByText(description)).toBeVisible()
  await expect(landing(visitor)).toBeVisible()
  await expect(visitor).toHaveTitle('Farid Haddad · Troupe')
  expect([await metaOf(visitor, 'title'), await metaOf(visitor, 'description')]).toEqual(['Farid Haddad', description])
  const preview = await visitor.request.get((await metaOf(visitor, 'image')) ?? '')
  expect(preview.headers()['content-type']).toBe('image/jpeg')

  await visitor.getByRole('button', { name: 'Sign up free and chat' }).click()
  await fillSignUp(visitor)
  await expect(visitor.getByRole('heading', { name: 'Farid Haddad', level: 1 })).toBeVisible()
  await expect(visitor).toHaveURL(/\/chat/)
})

test('a character’s page is shared and rated, and an own character duplicated from it', async ({ page, context }) => {
  await registerAccount(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await createCharacter(page.request, { name: 'Ada Quill', greeting: 'Mind the step.' })
  await page.goto(`/characters/${id}`)
  await expect(page.getByRole('heading', { name: 'Ada Quill' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.getByRole('button', { name: 'Duplicate' }).dblclick()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Quill (copy)')
  await expect(page.getByRole('switch', { name: 'Public' })).not.toBeChecked()
  await page.getByRole('tab', { name: 'Personality' }).click()
  await expect(page.getByLabel('Greeting')).toHaveValue('Mind the step.')
  await expect(page.getByText(/^about \d tokens$/)).toBeVisible()
  // A double click makes one copy.
  expect(await (await page.request.get('/api/characters')).json()).toHaveLength(2)
})
