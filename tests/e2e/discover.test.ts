import type { Page } from '@playwright/test'
import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'
import { registerAccount, signUp } from './accounts.ts'
import { createCharacter, fetchCurrentUser } from './conformance/server.ts'
import { expect, test } from './fixture.ts'

const names = (page: Page) => page.getByRole('article').getByRole('heading')

test('accounts that may browse several ratings can filter the gallery by rating', async ({ browser, page, server }) => {
  const authorPage = await (await browser.newContext()).newPage()
  await signUp(authorPage)
  await setAccountTypeInDataDir(server.dataDir, (await fetchCurrentUser(authorPage.request)).id, {
    accountType: 'premium',
  })
  await createCharacter(authorPage.request, { name: 'Maud Quenched', contentRating: 'mature', isPublic: true })
  await authorPage.close()

  await registerAccount(page)
  const rating = page.getByRole('combobox', { name: 'Content rating' })
  await page.goto('/discover')
  await expect(names(page).first()).toBeVisible()
  await expect(rating).toHaveCount(0)
  // A link shared by an account that may browse more ratings.
  await page.goto('/discover?rating=mature')
  await expect(names(page).filter({ hasText: 'Ines Calder' })).toHaveCount(1)
  await page.goto('/discover')

  await setAccountTypeInDataDir(server.dataDir, (await fetchCurrentUser(page.request)).id, {
    accountType: 'premium',
    adult: false,
  })
  await page.reload()
  await rating.selectOption('mature')
  const question = page.getByRole('dialog', { name: 'Are you 18 or older?' })
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Please confirm that you are 18 or older first.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await question.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(names(page)).toHaveText(['Maud Quenched'])
  await expect(page).toHaveURL(/rating=mature/)

  await page.reload()
  await expect(names(page)).toHaveText(['Maud Quenched'])
  await rating.selectOption('explicit')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rating).toHaveValue('')
  await expect(names(page).filter({ hasText: 'Ines Calder' })).toHaveCount(1)
})
