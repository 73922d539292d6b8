import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { expectToast } from './toast.ts'

const plan = (page: Page, name: string) => page.getByRole('region', { name: `${name} plan` })
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const fullName = (page: Page) => page.getByLabel('Full name', { exact: true })

test.describe('a new user', () => {
  test.use({ viewer: 'new-user' })

  test('§4 subscribing, from the plans to the home page', async ({ page }) => {
    await page.goto('/subscribe')
    await sees('2.subscribe.1', async () => {
      await expect(plan(page, 'Free')).toBeVisible()
      await expect(plan(page, 'Premium')).toBeVisible()
    })
    await sees('2.subscribe.5', () => expect(page.getByRole('heading', { name: 'Why Upgrade?' })).toBeVisible())
    await sees('5.subscribe.2', async () => {
      await expect(plan(page, 'Free').getByRole('button')).toHaveCount(0)
      await expect(plan(page, 'Premium').getByRole('button', { name: 'Choose Premium' })).toBeEnabled()
    })
    await sees('2.subscribe.2', async () => {
      await expect(email(page)).toHaveAttribute('type', 'email')
      await expect(fullName(page)).toBeEditable()
      await expect(proceed(page)).toBeVisible()
    })
    await plan(page, 'Premium').getByRole('button', { name: 'Choose Premium' }).click()
    await email(page).fill('pat@example.com')
    await fullName(page).fill('Pat Player')
    await sees('8.failed.8', async () => {
      await page.route('**/api/create-subscription', (route) => route.fulfill({ status: 500, body: '' }))
      await proceed(page).click()
      await expectToast(page, 'Error', 'Failed to create subscription. Please try again.')
      await page.unroute('**/api/create-subscription')
    })
    await sees('4.subscription.1', async () => {
      const call = page.waitForRequest('**/api/create-subscription')
      await proceed(page).click()
      expect((await call).postDataJSON()).toEqual({
        tier: 'premium',
        customerEmail: 'pat@example.com',
        customerName: 'Pat Player',
      })
    })
    const number = page.getByLabel('Card number')
    const pay = page.getByRole('button', { name: /^Pay/ })
    const fillCard = async (card: string) => {
      await number.fill(card)
      await page.getByLabel('Expiry').fill('12 / 40')
      await page.getByLabel('CVC').fill('123')
    }
    await sees('4.subscription.2', () => expect(number).toBeVisible())
    await sees('2.subscribe.3', async () => {
      await expect(page.getByLabel('Expiry')).toBeVisible()
      await expect(page.getByLabel('CVC')).toBeVisible()
      await expect(pay).toBeVisible()
    })
    await sees('2.subscribe.4', async () => {
      await page.getByRole('button', { name: 'Back to Plans' }).click()
      await expect(plan(page, 'Premium')).toBeVisible()
      await expect(number).toHaveCount(0)
      await proceed(page).click()
      await expect(number).toBeVisible()
    })
    await sees('8.failed.6', async () => {
      await fillCard('4000 0000 0000 0002')
      await pay.click()
      await expectToast(page, 'Payment Failed', /declined/i)
    })
    await sees('8.failed.7', async () => {
      await page.route('**/api/sandbox/confirm-payment', (route) => route.abort())
      await fillCard('4242 4242 4242 4242')
      await pay.click()
      await expectToast(page, 'Error', 'An unexpected error occurred')
      await page.unrouteAll()
    })
    await fillCard('4242 4242 4242 4242')
    await pay.click()
    await sees('8.done.7', () => expectToast(page, 'Subscription Successful'))
    await sees('4.subscription.3', async () => {
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    })
    await sees('4.accounts.2', async () => {
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
      await expect(sidebar.getByText('Premium', { exact: true })).toBeVisible()
    })
  })
})
