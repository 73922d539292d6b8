import type { Page } from '@playwright/test'
import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'
import { expectAccessible } from './accessible.ts'
import { whoAmI, write } from './conformance/server.ts'
import { expect, type RunningServer, startServer, test } from './fixture.ts'
import { signUp } from './people.ts'

const names = (page: Page) => page.getByRole('article').getByRole('heading')

test.describe('where nothing but the general is carried', () => {
  let house: RunningServer
  test.beforeAll(async () => {
    house = await startServer({ MAX_CONTENT_RATING: 'general', AGE_ASSURANCE: 'none' })
  })
  test.afterAll(() => house.stop())

  test('neither the gallery nor the creator offers more, whoever asks', async ({ browser }) => {
    const page = await (await browser.newContext({ baseURL: house.url })).newPage()
    await signUp(page)
    await setAccountTypeInDataDir(house.dataDir, (await whoAmI(page.request)).id, { accountType: 'premium' })
    await page.goto('/discover?rating=mature')
    await expect(names(page).filter({ hasText: 'Ines Calder' })).toHaveCount(1)
    await expect(page.getByRole('combobox', { name: 'Content rating' })).toHaveCount(0)
    await page.goto('/create')
    await page.getByRole('tab', { name: 'Basics' }).click()
    await expect(page.getByLabel('Content rating').getByRole('option')).toHaveText(['General'])
    await expect(page.getByText('Everyone here is for everyone.')).toBeVisible()
  })
})

test.describe('where age is asked for', () => {
  let house: RunningServer
  test.beforeAll(async () => {
    house = await startServer({ AGE_ASSURANCE: 'attest' })
  })
  test.afterAll(() => house.stop())

  test('the gallery is narrowed to a rating by those who may meet more than one', async ({ browser }) => {
    const elsewhere = await (await browser.newContext({ baseURL: house.url })).newPage()
    await signUp(elsewhere)
    await setAccountTypeInDataDir(house.dataDir, (await whoAmI(elsewhere.request)).id, { accountType: 'premium' })
    await write(elsewhere.request, { name: 'Maud Quenched', contentRating: 'mature', isPublic: true })
    await elsewhere.close()

    const page = await (await browser.newContext({ baseURL: house.url })).newPage()
    await signUp(page)
    const rating = page.getByRole('combobox', { name: 'Content rating' })
    await page.goto('/discover')
    await expect(names(page).first()).toBeVisible()
    await expect(rating).toHaveCount(0)
    // An address from somebody who may meet more.
    await page.goto('/discover?rating=mature')
    await expect(names(page).filter({ hasText: 'Ines Calder' })).toHaveCount(1)
    await page.goto('/discover')

    await setAccountTypeInDataDir(house.dataDir, (await whoAmI(page.request)).id, {
      accountType: 'premium',
      adult: false,
    })
    await page.reload()
    await rating.selectOption('mature')
    const question = page.getByRole('dialog', { name: 'Are you 18 or older?' })
    await question.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText('Please confirm that you are 18 or older first.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await question.getByRole('button', { name: 'I am 18 or older' }).click()
    await expect(names(page)).toHaveText(['Maud Quenched'])
    await expect(page).toHaveURL(/rating=mature/)

    await page.reload()
    await expect(names(page)).toHaveText(['Maud Quenched'])
    await rating.selectOption('explicit')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rating).toHaveValue('')
    await expect(names(page).filter({ hasText: 'Maud Quenched' })).toHaveCount(1)
    await rating.selectOption('general')
    await expect(names(page).filter({ hasText: 'Maud Quenched' })).toHaveCount(0)
    await expect(names(page).filter({ hasText: 'Ines Calder' })).toHaveCount(1)
  })
})
