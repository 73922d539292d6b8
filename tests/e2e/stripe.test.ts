import type { Page } from '@playwright/test'
import { FakeStripe } from '../support/stripe/fake-stripe.ts'
import { interceptStripeJs } from '../support/stripe/stripe-js.ts'
import { registerAccount } from './accounts.ts'
import { sees } from './conformance/sees.ts'
import { test as base, expect } from './fixture.ts'

const toast = (page: Page, title: string) => page.getByRole('region', { name: /notifications/i }).getByText(title)
const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' })
const openInvoices = (page: Page) => subscription(page).getByText('Invoices', { exact: true }).click()
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ })

/** A server whose payments are Stripe's. */
const test = base.extend<{ stripe: FakeStripe }>({
  stripe: async ({}, use) => {
    const stripe = new FakeStripe()
    await stripe.listen()
    await use(stripe)
    await stripe.close()
  },
  serverEnv: ({ stripe }, use) => use(stripe.env),
})

async function proceedToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Premium' }).click()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Full name').fill('Ada Quill')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible()
}

test('Stripe: a declined card, an abandoned payment, a payment; then the subscription is cancelled and resumed', async ({
  page,
  stripe,
  server,
}) => {
  const violations: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  const { loads, confirmations } = await interceptStripeJs(page, stripe)
  await registerAccount(page)
  await page.goto('/subscribe')
  await proceedToPayment(page)
  await expect(page.getByText('Test mode, no money moves')).toBeVisible()
  await page.getByLabel('Card number').fill('4000000000000002')
  await payButton(page).click()
  await expect(toast(page, 'Payment Failed')).toBeVisible()
  await expect(toast(page, 'Your card was declined.')).toBeVisible()

  // Abandoned: elsewhere nothing of Stripe is loaded, and Back leads to the same payment.
  await page.goto('/discover')
  expect(await page.evaluate(() => document.querySelectorAll('script[src*="stripe"]').length)).toBe(0)
  const loadsBefore = loads.length
  await page.goBack()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  expect(loads.length).toBeGreaterThan(loadsBefore)
  await sees('7.9', async () => {
    await payButton(page).click()
    await expect(toast(page, 'Subscription Successful')).toBeVisible()
    const confirmation = { publishableKey: stripe.env.STRIPE_PUBLISHABLE_KEY, returnPath: '/subscription-success' }
    expect(confirmations).toEqual([confirmation, confirmation])
  })
  expect(stripe.records.subscriptions.size).toBe(1)
  await expect(page).toHaveURL((url) => url.pathname === '/')
  expect(violations).toEqual([])

  await page.goto('/settings/plan')
  await expect(subscription(page).getByText('Premium', { exact: true })).toBeVisible()
  await expect(subscription(page).getByText(/\$9\.99 per month\. Renews on/)).toBeVisible()
  await openInvoices(page)
  await expect(subscription(page).getByRole('listitem')).toHaveCount(1)
  await subscription(page).getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(toast(page, 'Subscription cancelled')).toBeVisible()
  await subscription(page).getByRole('button', { name: 'Resume subscription' }).click()
  await expect(subscription(page).getByText(/Renews on/)).toBeVisible()

  const [id = ''] = stripe.records.subscriptions.keys()
  stripe.records.renew(id, false)
  for (const event of stripe.records.events) expect(await stripe.deliver(event, server.url)).toBe(200)
  const state = async () => (await (await page.request.get('/api/subscription')).json()).subscription?.state
  await expect.poll(state).toBe('past_due')
  await page.reload()
  await expect(page.getByRole('status').getByText(/Update your card to keep Premium/)).toBeVisible()
  await page.route('https://billing.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Portal' }),
  )
  await page.getByRole('button', { name: 'Update your card' }).click()
  await expect(page).toHaveURL(/^https:\/\/billing\.stripe\.com/)
})
