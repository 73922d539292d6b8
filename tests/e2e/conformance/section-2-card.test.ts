import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { createCharacter } from './server.ts'

test.use({ viewer: 'new-user' })

test('§2 the user’s own characters', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/my-characters')
  await sees('2.routes.my-characters.2', async () => {
    await expect(main.getByRole('link', { name: 'Create Your First Character' })).toHaveAttribute('href', '/create')
  })
  const long = 'A sentence that goes on for a while and then some more. '.repeat(12)
  await createCharacter(page.request, { name: 'Public Character', description: long })
  await createCharacter(page.request, { name: 'Private Character', isPublic: false })
  await page.reload()
  await sees('2.routes.my-characters.1', async () => {
    await expect(main.getByRole('article').getByRole('heading')).toHaveText(['Private Character', 'Public Character'])
    await expect(main.getByRole('link', { name: 'Create Character' })).toHaveAttribute('href', '/create')
  })
  await sees('2.card.5', async () => {
    const lines = await page
      .getByText('A sentence that goes on')
      .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
    expect(Math.round(lines)).toBe(2)
  })
})
