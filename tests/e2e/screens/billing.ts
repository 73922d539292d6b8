import type { Page } from '@playwright/test'
import type { OwnSubscription } from '#shared/billing.ts'
import { type Screen, see, server, statesOf, steps, user } from './screen.ts'

const invoice = { amount: 999, currency: 'usd', url: null }
const showSubscription = (state: OwnSubscription['state']) =>
  steps(
    server.answer('**/api/subscription', {
      subscription: { state, renewsAt: Date.UTC(2027, 0, 14, 12), endsAt: null } satisfies OwnSubscription,
    }),
    server.answer('**/api/subscription/invoices', {
      invoices: [
        { ...invoice, id: 'in_2', number: 'TEST-8F2C-0002', createdAt: Date.UTC(2026, 11), isPaid: state === 'active' },
        { ...invoice, id: 'in_1', number: 'TEST-8F2C-0001', createdAt: Date.UTC(2026, 10), isPaid: true },
      ],
    }),
  )
const stripe = { provider: 'stripe', publishableKey: 'pk_test_1', isTestMode: true, freeDailyMessages: 50 }
const adminPayments = {
  ...{ provider: 'stripe', isTestMode: true, webhookUrl: 'https://troupe.example/api/webhooks/stripe' },
  ...{ lastWebhookAt: null, pendingWebhooks: 2, subscriptions: { active: 1_204, cancelled: 31, pastDue: 7 } },
}
const refusal = { ok: false, message: 'Stripe refuses the secret key. Check STRIPE_SECRET_KEY.' }

async function openPayment(page: Page) {
  const choose = page.getByRole('button', { name: 'Choose Premium' })
  // A subscription that was begun opens at the payment.
  await choose.or(see.heading('Payment')(page)).first().waitFor()
  if (!(await choose.isVisible())) return
  await choose.click()
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Full name').fill('Robin Ashdown')
  await user.press('Proceed to Payment')(page)
}

export const billing: readonly Screen[] = [
  ...statesOf(
    { path: '/subscribe' },
    {
      subscribe: { waitFor: see.heading('Why Upgrade?'), isFullPage: true },
      'subscribe-invalid': {
        waitFor: see.text('Please fill in all fields and select a plan'),
        act: user.press('Proceed to Payment'),
        isFullPage: true,
      },
      'subscribe-payment': { waitFor: see.heading('Payment'), act: openPayment, isFullPage: true },
      'subscribe-declined': {
        waitFor: see.text('Payment Failed'),
        act: steps(
          openPayment,
          user.fill('Card number', '4000000000000002'),
          user.fill('Expiry', '1240'),
          user.fill('CVC', '123'),
          user.press(/^Pay/),
        ),
      },
      'subscribe-premium': { user: 'premium', waitFor: see.heading('You already have Premium') },
      'subscribe-stripe-failed': {
        waitFor: see.text('The card form of Stripe could not be loaded'),
        setUp: server.answer('**/api/payments', stripe),
        act: openPayment,
      },
    },
  ),
  { name: 'pricing', path: '/pricing', waitFor: see.text('$9.99'), isFullPage: true },
  ...statesOf(
    { user: 'premium', path: '/settings/plan' },
    {
      'settings-subscription': {
        waitFor: see.text('TEST-8F2C-0002'),
        act: (page) => page.getByText('Invoices', { exact: true }).click(),
        setUp: showSubscription('active'),
        isFullPage: true,
      },
      'settings-past-due': {
        waitFor: see.text('Your last payment did not go through'),
        setUp: showSubscription('past_due'),
      },
      'suspended-past-due': {
        ...{ user: 'suspended', path: '/' },
        waitFor: see.text('You can change your card when the suspension ends'),
        setUp: showSubscription('past_due'),
        isFullPage: true,
      },
      'sandbox-portal': { path: '/sandbox-portal', waitFor: see.heading('Your card') },
    },
  ),
  {
    name: 'admin-payments',
    user: 'admin',
    path: '/admin/payments',
    waitFor: see.text('Address of the webhook'),
    setUp: steps(
      server.answer('**/api/admin/payments', adminPayments),
      server.answer('**/api/admin/payments/test', refusal),
    ),
    act: user.press('Test'),
  },
  {
    name: 'subscription-success',
    user: 'new-user',
    path: '/subscription-success?redirect_status=succeeded',
    waitFor: see.heading('Activating your subscription…'),
    isTransient: true,
  },
  {
    name: 'subscription-failed',
    path: '/subscription-success?redirect_status=failed',
    waitFor: see.text('The payment did not go through. You can try again with another card.'),
  },
]
