import type { Page } from '@playwright/test'
import { templates } from '#client/characters/creator/templates.ts'
import { expect, sees, test } from './check.ts'
import { expectToast } from './toast.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** A tab's panel wears the name of its tab, which may be a field's name too. */
const field = (page: Page, name: string) =>
  page.getByRole('main').getByLabel(name, { exact: true }).and(page.locator('input, textarea, select'))
const save = (page: Page) => page.getByRole('button', { name: 'Save Character' })
const options = (page: Page, name: string) => field(page, name).locator('option').allTextContents()

const categories = [
  'Adventure',
  'Comedy',
  'Creative Writing',
  'Drama',
  'Education',
  'Fantasy',
  'Gaming',
  'Historical',
  'Horror',
  'Life Advice',
  'Modern',
  'Mystery',
  'Other',
  'Romance',
  'Sci-Fi',
]

test.describe('a new author', () => {
  test.use({ viewer: 'newcomer' })

  test('§2 the creator, from template to saved', async ({ page }) => {
    await page.goto('/create')
    const quickStart = page.getByRole('tabpanel', { name: 'Quick Start' })
    await sees('2.creator.1', async () => {
      await expect(page.getByRole('tab')).toHaveText(['Quick Start', 'Basics', 'Personality', 'Storytelling', 'Image'])
    })
    await sees('2.creator.2', async () => {
      await expect(quickStart.getByRole('listitem').getByRole('button')).toHaveCount(4)
      const words = ['Life Advice', 'Adventure', 'Modern', 'Creative Writing']
      for (const [place, category] of words.entries()) {
        await expect(quickStart.getByRole('listitem').nth(place)).toContainText(category)
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
    await sees('4.creator.1', async () => {
      const chosen = templates.find(({ id }) => id === 'mentor')
      const parts = [
        ['Basics', 'Description', chosen?.description],
        ['Basics', 'Category', chosen?.category],
        ['Personality', 'Personality', chosen?.personality],
        ['Personality', 'Speech style', chosen?.speechStyle],
        ['Personality', 'Behaviors', chosen?.behaviors],
        ['Personality', 'Greeting', chosen?.greeting],
        ['Personality', 'Creativity', chosen?.creativity],
        ['Storytelling', 'The player’s role', chosen?.userRole],
        ['Storytelling', 'Plot advancement', chosen?.plotAdvancement],
        ['Storytelling', 'Environment', chosen?.environment],
      ] as const
      for (const [part, label, value = ''] of parts) {
        await tab(page, part).click()
        expect(value, label).not.toBe('')
        await expect(field(page, label), label).toHaveValue(value)
      }
    })
    await sees('4.creator.2', async () => {
      await tab(page, 'Quick Start').click()
      await expect(mentor).toHaveAttribute('aria-pressed', 'true')
      await expect(quickStart.locator('[aria-pressed=true]')).toHaveCount(1)
    })
    await sees('9.categories', async () => {
      await tab(page, 'Basics').click()
      expect(await options(page, 'Category')).toEqual(categories)
    })
    await sees('5.character', async () => {
      await field(page, 'Name').fill('')
      await field(page, 'Description').fill('Someone.')
      await save(page).click()
      await expectToast(page, 'Missing Information', 'Please fill in the character name and description.')
      await field(page, 'Name').fill('Somebody')
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
      const call = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await save(page).click()
      expect(await (await call).json()).toMatchObject({
        name: 'Somebody',
        description: 'Someone.',
        userRole: 'someone at a crossroads',
      })
    })
    await sees('8.done.4', () => expectToast(page, 'Character Saved'))
  })
})

test('§5 ratings, for a free account', async ({ page }) => {
  await page.goto('/create')
  await tab(page, 'Basics').click()
  const rating = field(page, 'Content rating')
  await sees('5.rating.1', async () => {
    expect((await options(page, 'Content rating')).filter((label) => /explicit/i.test(label))).toEqual([
      expect.stringMatching(/premium only/i),
    ])
    await expect(rating.locator('option[value=explicit]')).toBeDisabled()
  })
  await sees('6.free.3', async () => {
    const isPublic = page.getByRole('main').getByRole('switch', { name: 'Public' })
    await expect(isPublic).toBeEnabled()
    await rating.selectOption('mature')
    await expect(isPublic).toBeDisabled()
    await expect(isPublic).not.toBeChecked()
  })
})

test.describe('for premium', () => {
  test.use({ viewer: 'premium' })

  test('§5 ratings and what they open', async ({ page }) => {
    await page.goto('/create')
    await tab(page, 'Basics').click()
    const rating = field(page, 'Content rating')
    await sees('5.rating.2', async () => {
      expect(await options(page, 'Category')).not.toContain('BDSM')
      await rating.selectOption('mature')
      expect(await options(page, 'Category')).not.toContain('BDSM')
      await rating.selectOption('explicit')
      expect(await options(page, 'Category')).toEqual([...categories, 'BDSM'])
    })
    await sees('6.premium.2', async () => {
      const isPublic = page.getByRole('main').getByRole('switch', { name: 'Public' })
      for (const value of ['explicit', 'mature']) {
        await rating.selectOption(value)
        await expect(isPublic, value).toBeEnabled()
      }
    })
    await sees('5.rating.3', async () => {
      for (const [value, count] of Object.entries({ general: 0, mature: 1, explicit: 1 })) {
        await tab(page, 'Basics').click()
        await rating.selectOption(value)
        await tab(page, 'Personality').click()
        await expect(field(page, 'Kinks'), value).toHaveCount(count)
      }
    })
    await sees('6.premium.1', () => expect(field(page, 'Kinks')).toBeEditable())
  })

  test('§5 an image from words', async ({ page }) => {
    await page.goto('/create')
    await tab(page, 'Image').click()
    const image = page.getByRole('tabpanel', { name: 'Image' })
    const prompt = image.getByLabel('Describe the picture')
    const generate = image.getByRole('button', { name: /^(Generate Image|Drawing…)$/ })
    const answer = Promise.withResolvers<void>()
    await sees('5.image.2', async () => {
      await expect(generate).toBeDisabled()
      await prompt.fill('   ')
      await expect(generate).toBeDisabled()
      await prompt.fill('A lighthouse keeper with a grudge')
      await expect(generate).toBeEnabled()
      await page.route('**/api/generate-image', async (route) => {
        await answer.promise
        await route.fallback()
      })
      await generate.click()
      await expect(generate).toBeDisabled()
    })
    await sees('8.done.3', async () => {
      answer.resolve()
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
