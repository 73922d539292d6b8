import type { Page } from '@playwright/test'
import { fillSignUp, registerAccount } from './accounts.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })

test('a visitor who chooses a plan signs up and keeps the form input', async ({ page }) => {
  await page.goto('/subscribe')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Full name').fill('Ada Quill')
  await page.getByRole('button', { name: 'Choose Premium' }).click()
  await fillSignUp(page)
  await expect(page.getByRole('button', { name: 'Premium selected' })).toBeVisible()
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Quill')
  await proceed(page).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('a reload keeps what was entered except the card; Back leads to the plans, and Forward to the payment again', async ({
  page,
}) => {
  await registerAccount(page)
  await page.goto('/pricing')
  await expect(page.getByRole('region', { name: 'Free plan' })).toContainText('Limited daily messages: 50 a day')
  await page.getByRole('link', { name: 'Upgrade to Premium' }).click()
  await expect(page.getByRole('button', { name: 'Premium selected' })).toBeVisible()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await page.getByLabel('Full name').fill('Ada Quill')
  await proceed(page).click()
  const number = page.getByLabel('Card number')
  await number.fill('4242424242424242')
  await page.getByLabel('Expiry').fill('1240')
  await page.getByLabel('CVC').fill('123')
  await page.reload()
  await expect(page.getByText('Troupe Premium, for ada@example.com')).toBeVisible()
  await expect(number).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('4242')

  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await expect(page).toHaveURL(/\/subscribe$/)
  await page.goForward()
  await expect(number).toBeVisible()
  await page.getByRole('button', { name: 'Back to Plans' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Quill')
  await page.goBack()
  await expect(page).toHaveURL(/\/pricing$/)
  // Without the information of the first step there is nothing to pay.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/subscribe?step=payment')
  await expect(proceed(page)).toBeVisible()
  await expect(page).toHaveURL(/\/subscribe$/)

  // Without a payment provider, the page says so and shows no form.
  const payments = { provider: null, publishableKey: null, isTestMode: false, freeDailyMessages: 50 }
  await page.route('**/api/payments', (route) => route.fulfill({ json: payments }))
  await page.goto('/subscribe')
  await expect(page.getByText('Payments are not set up on this site yet.')).toBeVisible()
  await expect(proceed(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Choose Premium' })).toBeHidden()
  await expectAccessible(page)
})
