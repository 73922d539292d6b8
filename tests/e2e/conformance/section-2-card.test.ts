import { expect, sees, test } from './check.ts'
import { createCharacter, fetchCurrentUser, findSampleCharacter } from './server.ts'

test.describe('the character card', () => {
  test.use({ viewer: 'new-user' })

  test('§2 in the gallery', async ({ page }) => {
    const ines = await findSampleCharacter(page.request, 'Ines Calder')
    await page.request.put(`/api/characters/${ines.id}/rating`, { data: { stars: 4 } })
    await page.goto('/discover?search=Ines+Calder')
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Ines Calder' }) })
    await sees('2.card.1', async () => {
      await expect(card.locator('img').first()).toHaveAttribute('src', /ines-calder/)
      await expect(card.locator('img').first()).toBeVisible()
    })
    await sees('2.card.2', () => expect(card.getByText('Mystery', { exact: true })).toBeVisible())
    await sees('2.card.4', () => expect(card.getByRole('heading', { name: 'Ines Calder' })).toBeVisible())
    await sees('2.card.6', async () => {
      await expect(card.getByText(`You play as: ${ines.userRole}`)).toBeVisible()
      expect(ines.userRole).not.toBe('')
    })
    await sees('2.card.7', async () => {
      await expect(card).toContainText(/\d+(\.\d)?[kM]?\s*chats?/)
    })
    await sees('2.card.8', async () => {
      const { rating } = await findSampleCharacter(page.request, 'Ines Calder')
      await expect(card.getByText((rating ?? 0).toFixed(1), { exact: false }).first()).toBeVisible()
      await expect(card).toContainText(/rated\s*\d\.\d(?!\d)/)
    })
    await sees('2.card.9', () => expect(card.getByText(`by ${ines.createdBy}`)).toBeVisible())
    await sees('2.card.10', async () => {
      const chat = card.getByRole('link', { name: 'Chat with Ines Calder' })
      await expect(chat).toHaveText('Chat')
      await chat.click()
      await expect(page).toHaveURL(/\/chat\/[\w-]{36}$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Ines Calder' })).toBeVisible()
    })
  })

  test('§2 among the user’s own characters', async ({ page }) => {
    const { name } = await fetchCurrentUser(page.request)
    const main = page.getByRole('main')
    await page.goto('/my-characters')
    await sees('2.routes.my-characters.2', async () => {
      await expect(main.getByRole('link', { name: 'Create Your First Character' })).toHaveAttribute('href', '/create')
    })
    const long = 'A sentence that goes on for a while and then some more. '.repeat(12)
    await createCharacter(page.request, { name: 'Public Character', description: long, userRole: '' })
    await createCharacter(page.request, { name: 'Private Character', isPublic: false })
    await page.reload()
    const card = (title: string) =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await sees('2.routes.my-characters.1', async () => {
      await expect(main.getByRole('article').getByRole('heading')).toHaveText(['Private Character', 'Public Character'])
      await expect(main.getByRole('link', { name: 'Create Character' })).toHaveAttribute('href', '/create')
    })
    await sees('2.card.3', async () => {
      await expect(card('Private Character').locator('svg.lucide-lock')).toBeVisible()
      await expect(card('Public Character').locator('svg.lucide-lock')).toHaveCount(0)
    })
    await sees('2.card.5', async () => {
      const lines = await card('Public Character')
        .getByText('A sentence that goes on')
        .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
      expect(Math.round(lines)).toBe(2)
    })
    await expect(card('Public Character').getByText('You play as')).toHaveCount(0)
    await expect(card('Public Character').getByText(`by ${name}`)).toBeVisible()
    await sees('2.card.11', async () => {
      await card('Public Character').getByRole('button', { name: 'Edit Public Character' }).click()
      await expect(page).toHaveURL(/\/create\?id=/)
      await page.goto('/discover?search=Public+Character')
      await expect(card('Public Character')).toBeVisible()
      await expect(card('Public Character').getByRole('button', { name: /edit/i })).toHaveCount(0)
    })
  })
})
