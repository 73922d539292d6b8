import type { Page } from '@playwright/test'
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
    name: 'pricing-premium',
    user: 'premium',
    path: '/pricing',
    waitFor: text('$9.99'),
    isFullPage: true,
  },
  {
    name: 'subscription-success',
    user: 'new-user',
    path: '/subscription-success?redirect_status=succeeded',
    waitFor: heading('Activating your subscription…'),
    isTransient: true,
  },
]

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
