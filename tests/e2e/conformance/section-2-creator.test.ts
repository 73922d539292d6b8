import type { Page } from '@playwright/test'
import { delayResponses } from '../delay-responses.ts'
import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { expectToast } from './toast.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** A tab panel has the label of its tab, which can also be the label of a field. */
const field = (page: Page, name: string) =>
  page.getByRole('main').getByLabel(name, { exact: true }).and(page.locator('input, textarea, select'))
const save = (page: Page) => page.getByRole('button', { name: 'Save Character' })
test.describe('a new author', () => {
  test.use({ viewer: 'new-user' })

  test('§2 the creator, from a template to a saved character', async ({ page }) => {
    await page.goto('/create')
    await sees('2.routes.create', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Create Character' })).toBeVisible()
    })
    const quickStart = page.getByRole('tabpanel', { name: 'Quick Start' })
    await sees('2.creator.1', async () => {
      const five = ['Quick Start', 'Basics', 'Personality', 'Storytelling', 'Image']
      await expect(page.getByRole('tab')).toHaveText([...five, 'Advanced'])
    })
    await sees('2.creator.2', async () => {
      await expect(quickStart.getByRole('listitem').getByRole('button')).toHaveCount(4)
      const templateCategories = ['Life Advice', 'Adventure', 'Modern', 'Creative Writing']
      for (const [index, category] of templateCategories.entries()) {
        await expect(quickStart.getByRole('listitem').nth(index)).toContainText(category)
      }
    })
    const mentor = quickStart.getByRole('button', { name: /The Mentor/ })
    await sees('2.creator.3', async () => {
      await expect(mentor).toHaveAttribute('aria-pressed', 'false')
      await mentor.click()
      await expect(field(page, 'Name')).toHaveValue('The Mentor')
    })
    await sees('8.done.2', () => expectToast(page, 'Template Applied'))
    await sees('4.creator.3', () => expect(tab(page, 'Basics')).toHaveAttribute('aria-selected', 'true'))
    await sees('4.creator.2', async () => {
      await tab(page, 'Quick Start').click()
      await expect(mentor).toHaveAttribute('aria-pressed', 'true')
      await expect(quickStart.locator('[aria-pressed=true]')).toHaveCount(1)
    })
    await tab(page, 'Basics').click()
    const rating = field(page, 'Content rating')
    await sees('5.rating.1', async () => {
      await expect(rating.locator('option[value=explicit]')).toHaveText(/premium only/i)
      await expect(rating.locator('option[value=explicit]')).toBeDisabled()
    })
    await sees('6.free.3', async () => {
      const isPublic = page.getByRole('main').getByRole('switch', { name: 'Public' })
      await expect(isPublic).toBeEnabled()
      await rating.selectOption('mature')
      await expect(isPublic).toBeDisabled()
      await expect(isPublic).not.toBeChecked()
      await rating.selectOption('general')
    })
    await sees('5.character', async () => {
      await field(page, 'Name').fill('')
      await field(page, 'Description').fill('Someone.')
      await save(page).click()
      await expectToast(page, 'Missing Information', 'Please fill in the character name and description.')
      await field(page, 'Name').fill('New Character')
      await field(page, 'Description').fill('  ')
      await save(page).click()
      await expectToast(page, 'Missing Information', 'Please fill in the character name and description.')
      await expect(page).toHaveURL(/\/create$/)
    })
    await sees('8.failed.2', async () => {
      await field(page, 'Description').fill('Someone.')
      await page.route('**/api/characters', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
      )
      await save(page).click()
      await expectToast(page, 'Save Failed')
      await page.unroute('**/api/characters')
    })
    await sees('2.creator.5', async () => {
      const call = page.waitForResponse((response) => response.request().method() === 'POST')
      await save(page).click()
      expect(await (await call).json()).toMatchObject({
        name: 'New Character',
        description: 'Someone.',
        userRole: 'someone at a crossroads',
      })
    })
    await sees('8.done.4', () => expectToast(page, 'Character Saved'))
  })
})

test.describe('with a premium account', () => {
  test.use({ viewer: 'premium' })

  test('§5 content ratings and image generation of a premium account', async ({ page }) => {
    await page.goto('/create')
    await tab(page, 'Basics').click()
    const rating = field(page, 'Content rating')
    await sees('6.premium.1', async () => {
      await rating.selectOption('explicit')
      await tab(page, 'Personality').click()
      await expect(field(page, 'Kinks')).toBeEditable()
    })

    await tab(page, 'Image').click()
    const image = page.getByRole('tabpanel', { name: 'Image' })
    const prompt = image.getByLabel('Describe the picture')
    const generate = image.getByRole('button', { name: /^(Generate Image|Generating…)$/ })
    const release = await delayResponses(page, /\/api\/generate-image/)
    await sees('5.image.2', async () => {
      await expect(generate).toBeDisabled()
      await prompt.fill('   ')
      await expect(generate).toBeDisabled()
      await prompt.fill('A lighthouse keeper with a grudge')
      await expect(generate).toBeEnabled()
      await generate.click()
      await expect(generate).toBeDisabled()
    })
    await sees('8.done.3', async () => {
      release()
      await expectToast(page, 'Image Generated')
    })
    await sees('2.creator.4', async () => {
      await expect(image.getByLabel('Image address')).toHaveValue(/^\/\S+/)
    })
    await sees('8.failed.3', async () => {
      await page.route('**/api/generate-image', (route) => route.fulfill({ status: 500, body: '' }))
      await generate.click()
      await expectToast(page, 'Image Generation Failed')
    })
    await sees('5.image.1', async () => {
      await prompt.fill('  ')
      await prompt.press('Enter')
      await expectToast(page, 'Prompt Required', 'Please enter a description for the character image.')
    })
  })
})
