import type { Page } from '@playwright/test'
import type { OwnSubscription } from '#shared/billing.ts'
import { heading, press, type Screen, text } from './screen.ts'

export const billing: readonly Screen[] = [
  { name: 'subscribe', path: '/subscribe', waitFor: heading('Why Upgrade?'), isFullPage: true },
  {
    name: 'subscribe-invalid',
    path: '/subscribe',
    waitFor: text('Please fill in all fields and select a plan'),
    act: press('Proceed to Payment'),
    isFullPage: true,
  },
  {
    name: 'subscribe-payment',
    path: '/subscribe',
    waitFor: heading('Payment'),
    act: openPayment,
    isFullPage: true,
  },
  {
    name: 'subscribe-declined',
    path: '/subscribe',
    waitFor: text('Payment Failed'),
    async act(page) {
      await openPayment(page)
      await page.getByLabel('Card number').fill('4000000000000002')
      await page.getByLabel('Expiry').fill('1240')
      await page.getByLabel('CVC').fill('123')
      await press(/^Pay/)(page)
    },
  },
  { name: 'subscribe-premium', user: 'premium', path: '/subscribe', waitFor: heading('You already have Premium') },
  { name: 'pricing', path: '/pricing', waitFor: text('$9.99'), isFullPage: true },
  {
    name: 'settings-subscription',
    user: 'premium',
    path: '/settings/plan',
    waitFor: text('TEST-8F2C-0002'),
    act: (page) => page.getByText('Invoices', { exact: true }).click(),
    setUp: (page) =>
      answerWithSubscription(page, { state: 'active', renewsAt: Date.UTC(2027, 0, 14, 12), endsAt: null }),
    isFullPage: true,
  },
  {
    name: 'settings-past-due',
    user: 'premium',
    path: '/settings/plan',
    waitFor: text('Your last payment did not go through'),
    setUp: (page) =>
      answerWithSubscription(page, { state: 'past_due', renewsAt: Date.UTC(2027, 0, 14, 12), endsAt: null }, false),
  },
  {
    name: 'suspended-past-due',
    user: 'suspended',
    path: '/',
    waitFor: text('You can change your card when the suspension ends'),
    setUp: (page) =>
      answerWithSubscription(page, { state: 'past_due', renewsAt: Date.UTC(2027, 0, 14, 12), endsAt: null }, false),
    isFullPage: true,
  },
  { name: 'sandbox-portal', user: 'premium', path: '/sandbox-portal', waitFor: heading('Your card') },
  {
    name: 'subscribe-stripe-failed',
    path: '/subscribe',
    waitFor: text('The card form of Stripe could not be loaded'),
    async setUp(page) {
      const payments = { provider: 'stripe', publishableKey: 'pk_test_1', isTestMode: true, freeDailyMessages: 50 }
      await page.route('**/api/payments', (route) => route.fulfill({ json: payments }))
    },
    act: openPayment,
  },
  {
    name: 'admin-payments',
    user: 'admin',
    path: '/admin/payments',
    waitFor: text('Address of the webhook'),
    async setUp(page) {
      const subscriptions = { active: 1_204, cancelled: 31, pastDue: 7 }
      const webhookUrl = 'https://troupe.example/api/webhooks/stripe'
      const state = { provider: 'stripe', isTestMode: true, webhookUrl, lastWebhookAt: null, pendingWebhooks: 2 }
      await page.route('**/api/admin/payments', (route) => route.fulfill({ json: { ...state, subscriptions } }))
      const result = { ok: false, message: 'Stripe refuses the secret key. Check STRIPE_SECRET_KEY.' }
      await page.route('**/api/admin/payments/test', (route) => route.fulfill({ json: result }))
    },
    act: press('Test'),
  },
  {
    name: 'subscription-success',
    user: 'new-user',
    path: '/subscription-success?redirect_status=succeeded',
    waitFor: heading('Activating your subscription…'),
    isTransient: true,
  },
  {
    name: 'subscription-failed',
    path: '/subscription-success?redirect_status=failed',
    waitFor: text('The payment did not go through. You can try again with another card.'),
  },
]

const invoice = { amount: 999, currency: 'usd', url: null }

async function answerWithSubscription(page: Page, subscription: OwnSubscription, isPaid = true) {
  const invoices = [
    { ...invoice, id: 'in_2', number: 'TEST-8F2C-0002', createdAt: Date.UTC(2026, 11, 14, 12), isPaid },
    { ...invoice, id: 'in_1', number: 'TEST-8F2C-0001', createdAt: Date.UTC(2026, 10, 14, 12), isPaid: true },
  ]
  await page.route('**/api/subscription', (route) => route.fulfill({ json: { subscription } }))
  await page.route('**/api/subscription/invoices', (route) => route.fulfill({ json: { invoices } }))
}

async function openPayment(page: Page) {
  const choose = page.getByRole('button', { name: 'Choose Premium' })
  // A subscription that was begun opens at the payment.
  await choose.or(heading('Payment')(page)).first().waitFor()
  if (!(await choose.isVisible())) return
  await choose.click()
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Full name').fill('Robin Ashdown')
  await press('Proceed to Payment')(page)
}
